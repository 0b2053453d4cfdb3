import json


class _Bag(set):
    pass


print(json.dumps({"a": _Bag([1])}, default=len))
