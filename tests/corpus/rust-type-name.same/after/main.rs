fn middle(value: i32) -> i32 {
    value / 2
}

fn main() {
    std::process::exit(middle(4));
}
