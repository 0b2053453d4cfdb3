class _Bag(set):
    pass


bag = _Bag([1])
print(bag)
