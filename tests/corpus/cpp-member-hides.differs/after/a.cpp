struct Store {
    int put(int n) { return 2; }
    int f();
};

static int put(long n) { return 1; }

int Store::f() { return put(1); }
