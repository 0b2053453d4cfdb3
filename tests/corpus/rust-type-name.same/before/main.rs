fn half(value: i32) -> i32 {
    value / 2
}

fn main() {
    std::process::exit(half(4));
}
