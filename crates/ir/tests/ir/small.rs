// A library, so that only what is written here is in the module.
use std::sync::atomic::{AtomicUsize, Ordering};
pub static COUNT: AtomicUsize = AtomicUsize::new(3);
pub struct Node { pub value: u64, pub next: Option<Box<Node>> }
#[inline(never)]
pub fn sum(mut node: &Node) -> u64 {
    let mut total = node.value;
    while let Some(next) = &node.next { total = total.wrapping_add(next.value); node = next; }
    COUNT.fetch_add(1, Ordering::AcqRel);
    total
}
pub fn checked(a: u32, b: u32) -> Result<u32, &'static str> { a.checked_add(b).ok_or("overflow") }
pub fn index(all: &[i128], at: usize) -> i128 { all[at] * 3 }
