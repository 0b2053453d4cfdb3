int gross(int sum) { return sum * 6 / 5; }
