extern "system" {
    fn vat(net: i32) -> i32;
}
