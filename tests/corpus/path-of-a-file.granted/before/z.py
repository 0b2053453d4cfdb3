import inspect

from shop import gross, vat
print(inspect.getfile(vat))
