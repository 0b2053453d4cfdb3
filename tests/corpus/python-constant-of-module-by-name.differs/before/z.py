import sys
from q import store

store(sys.modules["sh" + "op"])
