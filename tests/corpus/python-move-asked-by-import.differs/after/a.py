from b import f

import c

n = c.x
