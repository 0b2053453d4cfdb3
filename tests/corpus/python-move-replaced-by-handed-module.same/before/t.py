import shop.invoice

print(shop.invoice.gross)
