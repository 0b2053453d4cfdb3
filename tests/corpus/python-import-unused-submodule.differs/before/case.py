from tests import plugin
from tests import helper
from other import add

print(helper, add)
