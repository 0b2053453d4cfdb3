const TEXT: &str = include_str!("c.txt");
pub fn text() -> &'static str { TEXT }
