const f = (a) => [a];
