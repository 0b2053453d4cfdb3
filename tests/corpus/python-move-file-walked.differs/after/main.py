import os
from rates import vat

print(vat(1), list(os.walk('.')))
