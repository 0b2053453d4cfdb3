from shop.invoice import vat

print(vat.__name__)
