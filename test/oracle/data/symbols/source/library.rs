// Rust's names and lines, without its library.
#![no_std]
#![no_main]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

pub struct Counter {
    value: u32,
}

impl Counter {
    #[inline(never)]
    pub fn advance(&mut self, by: u32) -> u32 {
        self.value = self.value.wrapping_add(by);
        self.value
    }
}

pub mod inner {
    #[inline(never)]
    pub fn largest<T: PartialOrd>(a: T, b: T) -> T {
        if a > b {
            a
        } else {
            b
        }
    }
}

#[no_mangle]
pub extern "C" fn main() -> u32 {
    let mut counter = Counter { value: 1 };
    let a = counter.advance(3);
    let b = inner::largest(a, 2);
    b + inner::largest(7u8, 3u8) as u32
}
