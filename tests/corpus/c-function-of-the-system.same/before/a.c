static int vat(int n) { return n * 2; }

int price(int n) { return vat(n); }
