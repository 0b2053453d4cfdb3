class Shop {
  int total(int[] prices, int rate) {
    int net = addUp(prices);
    return net * (1 + rate);
  }

  private static int addUp(int[] prices) {
    int result = 0;
    for (int price : prices) {
      result += price;
    }
    return result;
  }
}
