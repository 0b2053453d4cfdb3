fn f(a: i32) -> S {
    let m = a;
    S { m }
}
