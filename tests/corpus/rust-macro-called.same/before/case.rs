macro_rules! check {
    ($name:ident, $value:expr) => {
        fn $name() {
            let found = $value;
            assert_eq!(found, 1);
        }
    };
}
