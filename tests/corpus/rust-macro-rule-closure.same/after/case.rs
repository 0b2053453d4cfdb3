macro_rules! t {
    ($e:expr) => {
        each(|x| {
            match x {
                Some(v) => $e(v),
                None => {}
            }
        })
    };
}
