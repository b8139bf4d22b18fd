
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::{Debug, Display};
mod outer { pub mod inner {
    pub struct Wrapper<T>(pub T);
    impl<T> Wrapper<T> { #[inline(never)] pub fn get(&self) -> &T { &self.0 } }
    pub trait Area { type Unit; fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 * self.area() } }
    pub struct Circle; impl Area for Circle { type Unit = u8; #[inline(never)] fn area(&self) -> f64 { 3.0 } }
    impl<T: Area> Area for Wrapper<T> { type Unit = T::Unit; #[inline(never)] fn area(&self) -> f64 { self.0.area() } }
} }
use outer::inner::*;
#[inline(never)] fn generic<T: Debug + ?Sized>(x: &T) -> String { format!("{:?}", x) }
#[inline(never)] fn arrays<const N: usize, const S: i32, const B: bool, const C: char>(x: [u8; N]) -> usize { x.len() + S as usize + B as usize + C as usize }
#[inline(never)] fn pointer(f: for<'a> fn(&'a str, &'a mut [i32]) -> Option<&'a str>) -> usize { f as usize }
#[inline(never)] fn external(f: unsafe extern "C" fn(i32, ...) -> i32) -> usize { f as usize }
#[inline(never)] fn object(x: &dyn Area<Unit = u8>) -> f64 { x.area() }
#[inline(never)] fn takes<F: Fn(i32) -> i32>(f: F) -> i32 { f(1) }
#[inline(never)] fn type_of<T: ?Sized>() -> &'static str { std::any::type_name::<T>() }
#[inline(never)] fn grüße_名前(x: u128) -> u128 { x + 1 }
#[inline(never)] fn never(x: bool) -> ! { if x { panic!("a") } else { std::process::exit(0) } }
struct Big<const N: u128, const M: i64>;
impl<const N: u128, const M: i64> Big<N, M> { #[inline(never)] fn value(&self) -> u128 { N + M as u128 } }
fn named<'a>(s: &'a str, _: &'a mut [i32]) -> Option<&'a str> { Some(s) }
fn main() {
    let k = std::env::args().count() as i32;
    println!("{}", Wrapper(k).get());
    println!("{}", Wrapper(Circle).area() + Wrapper(Wrapper(Circle)).twice());
    println!("{}{}", generic(&(1u8, "x", [1.0f32; 3])), generic::<dyn Debug + Send>(&5));
    println!("{}", generic(&vec![Some(1i64), None]) + &generic(&(k,)) + &generic(&()) );
    println!("{}", arrays::<3, -7, true, 'x'>([1; 3]) + arrays::<4, 0, false, '\n'>([1; 4]) + arrays::<1, 5, false, '漢'>([1; 1]));
    println!("{}", pointer(named));
    println!("{}", object(&Circle));
    println!("{}", takes(|x| { let g = |y: i32| y * k; g(x) }) + takes(|x| x - k));
    println!("{}", grüße_名前(k as u128));
    println!("{}{}", Big::<{ 1u128 << 100 }, { -5 }>.value(), Big::<7, { i64::MIN }>.value());
    println!("{}{}{}", type_of::<fn(&'static str) -> *const u8>(), type_of::<dyn for<'a> Fn(&'a u8, *mut i8) -> &'a u8 + Sync + 'static>(), type_of::<[&mut dyn Display]>());
    println!("{}{}{}", type_of::<unsafe extern "C" fn(i32) -> !>(), type_of::<extern "sysv64" fn()>(), type_of::<(char, u64)>().len());
    println!("{}", type_of::<dyn Iterator<Item = Box<dyn Fn(&u8) -> BTreeMap<String, VecDeque<i16>>>>>());
    let m: HashMap<String, i32> = HashMap::new(); println!("{}", generic(&m));
    if k > 100 { never(k > 200) }
}
