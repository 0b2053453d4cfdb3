inline int own(int) { return 2; }
