import inspect

import shop.tax

print(inspect.getmembers(shop.tax))
