const a = `x  ${y}`;
