# /// script
# dependencies = ["requests<2"]
# ///
import requests

print(requests.get("x"))
