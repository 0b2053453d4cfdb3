fn f() -> i32 {
    id(0xff)
}
