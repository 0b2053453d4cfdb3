macro_rules! list {
    ($($x:expr)*) => {
        [0 $(, $x, 1)*]
    };
}
