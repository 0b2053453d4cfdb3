class Case {
  void add(String s) {
    if (s != null) {
      if (!s.isEmpty()) {
        list.add(s);
      }
    }
  }
}
