use super::grüße_größer;

pub fn more() -> String {
    /* 🦀 é */ let ä = "🦀🦀"; format!("{ä}{}", grüße_größer("ß"))
}
