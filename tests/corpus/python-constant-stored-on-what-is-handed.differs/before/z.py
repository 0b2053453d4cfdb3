import shop
from q import store

store(shop)
