def call(x):
    return x.get('name', {'a': 1, 'b': 2}, default='none')
