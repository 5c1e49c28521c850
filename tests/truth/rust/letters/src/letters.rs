pub mod more;

pub fn grüße_größer(name: &str) -> String {
    name.to_owned()
}
