from shop.invoice import vat

print(vat.__globals__["gross"])
