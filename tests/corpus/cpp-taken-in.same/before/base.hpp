int other(int n);
