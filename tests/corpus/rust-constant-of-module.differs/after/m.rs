pub const limit: i32 = 5;
