const f = (a, b) => a + b;
