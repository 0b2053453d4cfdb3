fn twice(n: i32) -> i32 { let net = n + n; net }
