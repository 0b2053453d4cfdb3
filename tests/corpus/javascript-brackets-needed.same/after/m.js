const a = (x) => { return x; };
