int gross(int rate) { return rate * 6 / 5; }
