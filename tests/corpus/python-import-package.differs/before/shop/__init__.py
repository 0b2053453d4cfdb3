from .stock import Stock
from .price import Price

print(Stock, Price)
