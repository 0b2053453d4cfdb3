import os
from tax import vat

print(vat(1), list(os.walk('.')))
