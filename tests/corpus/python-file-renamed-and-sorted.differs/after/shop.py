from rates import vat
import sink
print(vat(1))
