extern "C" {
    fn vat(net: i32) -> i32;
}

pub extern "C" fn price(net: i32) -> i32 {
    unsafe { vat(net) }
}
