//! Reads `.ll` files completely and says how long it took and what was not understood.
//!
//! `cargo run --release -p selvedge-ir --example read -- FILE.ll…`; exits with 1 if any file has an error or
//! anything unsupported. `--quiet` prints only such files and a total.

use std::time::Instant;

use selvedge_ir::read;

fn main() {
    let (mut files, mut bad, mut insts) = (0, 0, 0);
    let mut quiet = false;
    for file in std::env::args().skip(1) {
        if file == "--quiet" {
            quiet = true;
            continue;
        }
        let text = match std::fs::read(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                bad += 1;
                continue;
            }
        };
        files += 1;
        let size = text.len() as f64 / 1e6;
        let start = Instant::now();
        let result = read(&file, text).and_then(|module| {
            let opened = start.elapsed();
            let unsupported = module.unsupported()?;
            let bodies = module.function_ids().map(|id| module.body(id).map_or(0, |body| body.insts.len()));
            let insts: usize = bodies.sum();
            Ok((module, opened, insts, unsupported))
        });
        match result {
            Ok((module, opened, n, unsupported)) => {
                insts += n;
                if !quiet {
                    let defined = module.functions.iter().filter(|f| f.defined).count();
                    println!(
                        "{file}: {size:.2} MB, opened in {:.1} ms, all in {:.1} ms; {defined} bodies, {n} instructions, {} unsupported",
                        opened.as_secs_f64() * 1e3,
                        start.elapsed().as_secs_f64() * 1e3,
                        unsupported.len()
                    );
                }
                for what in unsupported.iter().take(5) {
                    println!("{file}: {what}");
                }
                bad += usize::from(!unsupported.is_empty());
            }
            Err(error) => {
                println!("error: {error}");
                bad += 1;
            }
        }
    }
    println!("{files} files, {insts} instructions, {bad} with errors or unsupported constructs");
    std::process::exit(i32::from(bad > 0));
}
