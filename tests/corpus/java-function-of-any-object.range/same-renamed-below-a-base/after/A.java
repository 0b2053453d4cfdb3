class A extends Thread {
  public void go() {
    System.out.println("go");
  }
}
