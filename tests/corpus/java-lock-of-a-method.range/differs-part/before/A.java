class A {
  int n;
  synchronized int f() {
    System.out.println(Thread.holdsLock(this));
    n++;
    return n;
  }
}
