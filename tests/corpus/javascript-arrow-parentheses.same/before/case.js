const f = x => x + 1;
