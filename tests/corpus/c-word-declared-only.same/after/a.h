int move(int c);
int all(int c);
