from rates import vat
from sink import sink
print(sink(vat(1)))
