// Values of Rust: enums with data, niches, slices, strings, collections, trait objects, closures.
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;

#[derive(Clone, Copy)]
enum Plain {
    First,
    Third = 3,
}

enum Shape {
    Nothing,
    Circle(f64),
    Square { side: u32, name: &'static str },
}

struct Point {
    x: i32,
    y: i32,
}

struct Unit;
struct Wrapper(u8, char);

union Either {
    whole: u32,
    real: f32,
}

trait Speak {
    fn speak(&self) -> usize;
}

impl Speak for Point {
    fn speak(&self) -> usize {
        let sum = self.x + self.y;
        black_box(sum).unsigned_abs() as usize
    }
}

static GREETING: &str = "hello";
static mut COUNT: u64 = 7;

#[inline(never)]
fn scalars(a: i8, b: u64, c: f32, yes: bool, letter: char) -> u64 {
    let big: i128 = -170141183460469231731687303715884105728;
    let small = 200u8;
    let size = 77usize;
    let unit = ();
    let tuple = (1u8, -2i16, 3.5f64);
    let text = "text";
    let pointer = &small as *const u8;
    let function: fn(i8, u64, f32, bool, char) -> u64 = scalars;
    black_box((&big, &size, &unit, &tuple, &text, pointer, &function));
    b + a as u8 as u64 + c as u64 + yes as u64 + letter as u64
}

#[inline(never)]
fn enums(shape: &Shape, plain: Plain) -> u32 {
    let nothing = Shape::Nothing;
    let circle = Shape::Circle(1.5);
    let square = Shape::Square { side: 4, name: "sq" };
    let some: Option<u32> = Some(9);
    let none: Option<u32> = None;
    let reference: Option<&u8> = None;
    let present: Option<&str> = Some("here");
    let result: Result<i32, String> = Ok(-5);
    let failed: Result<i32, String> = Err(String::from("bad"));
    let first = Plain::First;
    black_box((&nothing, &circle, &square, &some, &none, &reference, &present, &result, &failed, &first));
    match shape {
        Shape::Square { side, .. } => *side + plain as u32,
        _ => 0,
    }
}

#[inline(never)]
fn collections(numbers: &[i32], words: Vec<String>) -> usize {
    let array = [[1u8, 2, 3], [4, 5, 6]];
    let point = Point { x: 1, y: -2 };
    let points = vec![Point { x: 3, y: 4 }];
    let unit = Unit;
    let wrapper = Wrapper(7, 'w');
    let owned = String::from("owned");
    let boxed = Box::new(42);
    let counted = Rc::new(5u16);
    let part = &numbers[1..];
    let mut ages: HashMap<u32, u32> = HashMap::new();
    ages.insert(1, 10);
    let speaker: &dyn Speak = &point;
    let either = Either { whole: 5 };
    let add = |n: usize| n + owned.len();
    let spoken = add(speaker.speak());
    black_box((&array, &points, &unit, &wrapper, &boxed, &counted, part, &ages, &either));
    words.len() + spoken
}

fn main() {
    let numbers = [1, 2, 3];
    let mut total = scalars(-1, 5, 0.5, true, 'é') as usize;
    total += enums(&Shape::Square { side: 2, name: "two" }, Plain::Third) as usize;
    total += collections(&numbers, vec![String::from("a"), GREETING.to_string()]);
    unsafe {
        COUNT += total as u64;
        std::process::exit((COUNT == 0) as i32);
    }
}
