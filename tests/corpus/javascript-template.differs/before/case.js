const a = `x ${y}`;
