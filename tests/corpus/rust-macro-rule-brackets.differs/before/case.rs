macro_rules! t {
    ($e:expr) => ((1, $e))
}
