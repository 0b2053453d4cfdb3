from bags import Bag

bag = Bag([1])
print(bag)
