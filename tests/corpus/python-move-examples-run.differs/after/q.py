import doctest

import shop.invoice as invoice

print(doctest.DocTestFinder().find(invoice.gross))
