from bags import Bag

bag = Bag()
print(bag is None)
