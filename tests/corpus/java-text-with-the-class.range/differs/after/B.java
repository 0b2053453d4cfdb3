class B {
  private static final String TAG = B.class.getName();

  static String f() {
    return TAG;
  }
}
