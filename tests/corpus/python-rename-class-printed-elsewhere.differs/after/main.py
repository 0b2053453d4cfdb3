from bags import Sack

bag = Sack()
print(bag)
