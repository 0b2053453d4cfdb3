fn place() -> u32 {
    column!()
}

fn twice(n: u32) -> u32 {
    n + n
}
