import rates

module = rates
module.rate = lambda: 5
print(rates.price(1))
