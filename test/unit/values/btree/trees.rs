// Ordered maps and sets of Rust, of one node and of several levels, and a box of something of a trait.
use std::collections::{BTreeMap, BTreeSet};

trait Shape {
    fn area(&self) -> u32;
}

struct Square {
    side: u32,
}

impl Shape for Square {
    fn area(&self) -> u32 {
        self.side * self.side
    }
}

#[inline(never)]
#[no_mangle]
fn probe(n: u32) {
    std::hint::black_box(n);
}

#[inline(never)]
fn fill(n: u32) -> u32 {
    let names: BTreeMap<u32, &str> = BTreeMap::from([(2, "two"), (1, "one")]);
    let many: BTreeMap<u16, u64> = (0..200).map(|i| (i, u64::from(i) * 10)).collect();
    let letters: BTreeSet<char> = BTreeSet::from(['b', 'a']);
    let empty: BTreeMap<u8, u8> = BTreeMap::new();
    let shape: Box<dyn Shape> = Box::new(Square { side: n });
    probe(n);
    names.len() as u32 + many.len() as u32 + letters.len() as u32 + empty.len() as u32 + shape.area()
}

fn main() {
    let n = std::env::args().count() as u32;
    std::process::exit(fill(n + 2) as i32 & 1);
}
