import inspect

import shop.invoice

print(inspect.signature(shop.invoice.gross))
