import json


class _Bag(list):
    pass


print(json.dumps({"a": _Bag([1])}, default=len))
