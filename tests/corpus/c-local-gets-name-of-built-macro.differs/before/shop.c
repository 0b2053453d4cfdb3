int gross(int net) { return net * 6 / 5; }
