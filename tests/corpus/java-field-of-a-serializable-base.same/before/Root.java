class Root implements Comparable<Root> {
  public int compareTo(Root o) {
    return 0;
  }
}
