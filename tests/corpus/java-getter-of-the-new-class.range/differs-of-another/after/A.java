class A {
  String n;
}

class B {
  C c;

  int m() {
    return c.getN().length();
  }
}

class C {
  String getN() {
    return "none";
  }
}
