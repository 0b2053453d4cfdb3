import sys

sys.path.insert(0, "lib")
from rates import vat

print(vat(1))
