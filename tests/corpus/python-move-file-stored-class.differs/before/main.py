import pickle

from tax import Tax

print(pickle.dumps(Tax()))
