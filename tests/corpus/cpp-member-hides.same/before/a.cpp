struct Store {
    int get(int n) { return 2; }
    int f();
};

static int add(long n) { return 1; }

int Store::f() { return add(1); }
