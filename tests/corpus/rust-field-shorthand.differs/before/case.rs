fn f(a: i32) -> S {
    let n = a;
    S { n }
}
