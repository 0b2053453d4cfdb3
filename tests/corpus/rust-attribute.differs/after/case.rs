#[cfg(test)]
fn f() {}
