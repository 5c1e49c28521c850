//! A sample.
pub mod greeting;
pub mod inner;
pub mod outer;
pub mod speech;

pub fn all() -> String {
    let ö = "🦀"; format!("{ö}{}", greeting::compose_greeting("all"))
}
