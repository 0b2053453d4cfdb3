from tax import vat

print(vat(1))
