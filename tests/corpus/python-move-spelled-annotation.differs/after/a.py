from c import T
from b import f
