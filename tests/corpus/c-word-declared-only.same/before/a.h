int shift(int c);
int all(int c);
