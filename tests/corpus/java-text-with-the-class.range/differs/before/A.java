class A {
  private static final String TAG = A.class.getName();

  static String f() {
    return TAG;
  }
}
