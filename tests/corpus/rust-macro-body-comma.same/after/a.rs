macro_rules! point {
    ($x:expr, $y:expr) => {
        Point {
            x: $x,
            y: $y,
        }
    };
}
