class String {
  static String valueOf(int n) { return null; }
  int length() { return 0; }
}
