fn twice(n: i32) -> i32 { let sum = n + n; sum }
