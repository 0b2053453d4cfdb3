import pickle

from rates import Tax

print(pickle.dumps(Tax()))
