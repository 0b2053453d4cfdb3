import shop
print(shop.gross(1))
