import shop.invoice

print(shop.invoice.vat)
