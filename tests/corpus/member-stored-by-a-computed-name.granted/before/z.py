import sys

import a

setattr(a.Shop, sys.argv[1], lambda self: 2)
print(a.Shop().gross())
