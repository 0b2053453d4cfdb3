import shop

print(shop.one())
