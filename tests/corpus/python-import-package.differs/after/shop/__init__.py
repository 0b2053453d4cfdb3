from .price import Price
from .stock import Stock

print(Stock, Price)
