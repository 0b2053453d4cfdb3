import shop

print(shop.C)
