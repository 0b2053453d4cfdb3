pub const OTHER: i32 = 1;
