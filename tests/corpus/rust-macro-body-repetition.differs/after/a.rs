macro_rules! list {
    ($($x:expr)*) => {
        other![0 $(, $x, 1)*,]
    };
}
