from b import f
from c import g
f(g(1))
