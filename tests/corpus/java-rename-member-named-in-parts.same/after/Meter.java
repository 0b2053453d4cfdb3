class Meter {
  private int count;
  int next() { return ++count; }
  static final String KEY = "to" + "tal";
}
