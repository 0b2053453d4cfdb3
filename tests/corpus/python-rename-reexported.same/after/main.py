import shop

print(shop.amount([1, 2]))
