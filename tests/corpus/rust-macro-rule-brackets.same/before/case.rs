macro_rules! t {
    ($e:expr) => (match $e {
        Ok(v) => v,
        Err(e) => panic!("{} {:?}", stringify!($e), e),
    })
}
