class Z {
  static String g(Object o) {
    return o.getClass().getDeclaredFields()[0].getName();
  }
}
