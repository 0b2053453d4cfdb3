from base import Bag

print(Bag)
