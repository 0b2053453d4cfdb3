inline int other(int) { return 2; }
