from lib import vat
from r import *
print(vat(1))
