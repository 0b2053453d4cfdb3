import json


class _Sack(set):
    pass


print(json.dumps({"a": _Sack([1])}, default=len))
