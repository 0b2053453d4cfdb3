const a = f() as number;
