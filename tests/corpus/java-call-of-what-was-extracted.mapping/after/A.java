class A {
  int of(int row, int column) {
    return of(cells, row, column, size);
  }
  int of(int[][] cells, int row, int column, int size) {
    return cells[row][column];
  }
}
