const a = Number(f());
