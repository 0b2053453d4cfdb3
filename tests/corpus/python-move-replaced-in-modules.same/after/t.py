import sys

sys.modules["c"].time = None
