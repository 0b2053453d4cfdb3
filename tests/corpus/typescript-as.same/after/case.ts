const a = f() as string;
