class A extends Thread {
  public void run() {
    System.out.println("go");
  }
}
