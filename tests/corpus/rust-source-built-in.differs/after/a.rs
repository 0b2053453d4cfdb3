const TEXT: &str = include_str!("b.rs");
pub fn text() -> &'static str { TEXT }
