extern {
    fn vat(net: i32) -> i32;
}
