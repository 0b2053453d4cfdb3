from shop.index import f

f(1)
