from rates import vat

print(vat(1))
