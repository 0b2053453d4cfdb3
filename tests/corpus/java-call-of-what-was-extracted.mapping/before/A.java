class A {
  int of(int row, int column) {
    return cells[row][column];
  }
}
