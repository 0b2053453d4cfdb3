from test import support
from test.support import helper
from operator import add

print(helper, add)
