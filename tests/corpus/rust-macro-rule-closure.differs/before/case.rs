macro_rules! t {
    ($($e:tt)*) => {
        each(|x| $($e)*)
    };
}
