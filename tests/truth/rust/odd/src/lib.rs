//! A sample.
pub mod greeting;
#[path = "od d #1 %20 [x] 🦀.rs"]
pub mod odd;
pub mod inner;
pub mod outer;
pub mod speech;

pub fn all() -> String {
    let ö = "🦀"; format!("{ö}{}", greeting::compose_greeting("all"))
}
