int truncate(int n) { return n * 2; }

int price(int n) { return truncate(n); }
