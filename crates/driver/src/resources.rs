//! How much memory there is: of the machine, of the group of processes that this one is in, and for this
//! process alone.

use std::path::{Path, PathBuf};

/// The bytes that this process could have if nothing else ran, if that can be found out.
pub fn memory() -> Option<u64> {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let machine = read(Path::new("/proc/meminfo")).and_then(|text| of_machine(&text));
    let groups = read(Path::new("/proc/self/cgroup")).map(|text| group_files(&text)).unwrap_or_default();
    let groups = groups.iter().filter_map(|file| read(file)?.trim().parse().ok());
    let own = read(Path::new("/proc/self/limits")).and_then(|text| of_process(&text));
    machine.into_iter().chain(groups).chain(own).min()
}

/// What `/proc/meminfo` says.
fn of_machine(text: &str) -> Option<u64> {
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    total.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1 << 10)
}

/// The limit on addresses in `/proc/self/limits`, if there is one.
fn of_process(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Where the limits of a group of processes and of those around it are. Files that are not there say nothing,
/// and neither does `max`.
fn group_files(text: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in text.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // A container sees its own group as the root, whatever it is called outside.
        let group = Path::new(group.trim_start_matches('/'));
        files.extend(group.ancestors().map(|group| Path::new(root).join(group).join(file)));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_system_are_understood() {
        assert_eq!(of_machine("MemTotal:       24612464 kB\nMemFree: 1 kB\n"), Some(24_612_464 << 10));
        assert_eq!(of_machine(""), None);
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax address space         4096000   unlimited   bytes\n";
        assert_eq!(of_process(limits), Some(4_096_000));
        assert_eq!(of_process(&limits.replace("4096000", "unlimited")), None);
        let files = |text| group_files(text).iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            files("0::/a/b\n"),
            ["/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/memory.max"]
        );
        assert_eq!(
            files("3:cpu,cpuacct:/a\n2:memory:/a\n"),
            ["/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        );
        assert!(cfg!(not(target_os = "linux")) || memory().is_some_and(|bytes| bytes > 1 << 24));
    }
}
