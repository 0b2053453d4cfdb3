extern {
    fn vat(net: i32) -> i32;
}

pub extern fn price(net: i32) -> i32 {
    unsafe { vat(net) }
}
