class _Bag(set):
    def __repr__(self):
        return "bag"


bag = _Bag([1])
print(bag)
