// Rust's enums, references and slices, without its library.
#![no_std]
#![no_main]
#![allow(dead_code)]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[derive(Clone, Copy)]
pub enum Direction {
    North,
    South = 7,
}

pub enum Message {
    Quit,
    Move { x: i32, y: i32 },
    Write(&'static str),
    Color(u8, u8, u8),
}

#[repr(i8)]
pub enum Signed {
    Minus(u8) = -1,
    Plus(u16) = 1,
}

pub struct Pair<T, U> {
    first: T,
    second: U,
}

pub union Either {
    whole: u64,
    part: f32,
}

pub static COUNT: u32 = 3;
static mut HIDDEN: Pair<u8, &[u16]> = Pair { first: 1, second: &[1, 2, 3] };

pub mod nested {
    pub static LEVEL: i16 = -4;
    #[inline(never)]
    pub fn weigh(message: &super::Message, scale: Option<&u32>) -> i32 {
        let base = match scale {
            Some(by) => *by as i32,
            None => 1,
        };
        match message {
            super::Message::Quit => base,
            super::Message::Move { x, y } => *x + *y,
            super::Message::Write(text) => text.len() as i32,
            super::Message::Color(r, _, _) => *r as i32,
        }
    }
}

#[inline(never)]
fn total(values: &[i32], signed: Signed, direction: Direction) -> i32 {
    let mut sum = 0;
    for value in values {
        let doubled = value.wrapping_mul(2);
        sum += doubled;
    }
    let nested = Some(Some(sum as u8));
    let tuple = (1u8, 2i64, 'c', true, 0u128);
    let either = Either { whole: 1 };
    match signed {
        Signed::Minus(by) => sum - by as i32,
        Signed::Plus(by) => sum + by as i32 + tuple.0 as i32 + unsafe { either.whole } as i32 + direction as i32 + nested.is_some() as i32,
    }
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let array = [1, 2, 3];
    let message = Message::Move { x: COUNT as i32, y: nested::LEVEL as i32 };
    unsafe { total(&array, Signed::Minus(HIDDEN.first), Direction::South) + nested::weigh(&message, Some(&COUNT)) }
}
