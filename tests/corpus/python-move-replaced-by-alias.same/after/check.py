import prices
import rates

print(rates.price(prices.unit))
