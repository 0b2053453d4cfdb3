from sink import sink
from tax import vat
print(sink(vat(1)))
