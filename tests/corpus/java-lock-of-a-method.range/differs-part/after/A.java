class A {
  int n;
  int f() {
    return g();
  }
  int g() {
    System.out.println(Thread.holdsLock(this));
    n++;
    return n;
  }
}
