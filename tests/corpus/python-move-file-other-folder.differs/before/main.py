import sys

sys.path.insert(0, "lib")
from tax import vat

print(vat(1))
