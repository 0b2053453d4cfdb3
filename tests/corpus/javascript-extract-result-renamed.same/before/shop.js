function total(prices, rate) {
  let result = 0;
  for (const price of prices) {
    result += price;
  }
  return result * (1 + rate);
}
console.log(total([1, 2], 0.5));
