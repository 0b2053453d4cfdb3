from bags import Sack

bag = Sack([1])
print(len(bag))
