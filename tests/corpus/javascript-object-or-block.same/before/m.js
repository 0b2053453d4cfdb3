const f = (a) => ([a]);
