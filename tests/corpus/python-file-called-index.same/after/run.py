from shop.table import f

f(1)
