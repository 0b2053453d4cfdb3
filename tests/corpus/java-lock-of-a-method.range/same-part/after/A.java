class A {
  int n;
  synchronized int f() {
    return g();
  }
  int g() {
    System.out.println(Thread.holdsLock(this));
    n++;
    return n;
  }
}
