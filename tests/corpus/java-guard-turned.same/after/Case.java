class Case {
  void add(String s) {
    if (s == null || s.isEmpty()) {
      return;
    }
    list.add(s);
  }
}
