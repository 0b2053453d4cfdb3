class _Sack(set):
    pass


bag = _Sack([1])
print(bag)
