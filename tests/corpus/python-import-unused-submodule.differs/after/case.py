from other import add
from tests import plugin
from tests import helper

print(helper, add)
