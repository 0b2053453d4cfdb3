import json


class _Sack(list):
    pass


print(json.dumps({"a": _Sack([1])}, default=len))
