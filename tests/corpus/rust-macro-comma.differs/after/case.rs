fn f(a: i32) {
    m!(a, 1,);
}
