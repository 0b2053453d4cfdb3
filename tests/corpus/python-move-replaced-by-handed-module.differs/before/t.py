import shop.invoice
from q import store

store(shop.invoice)
