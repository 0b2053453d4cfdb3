function total(prices, rate) {
  const net = addUp(prices);
  return { net };
}

function addUp(prices) {
  let result = 0;
  for (const price of prices) {
    result += price;
  }
  return result;
}
console.log(total([1, 2], 0.5));
