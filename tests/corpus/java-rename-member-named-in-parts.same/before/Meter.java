class Meter {
  private int n1;
  int next() { return ++n1; }
  static final String KEY = "to" + "tal";
}
