# /// script
# dependencies = ["requests<3"]
# ///
import requests

print(requests.get("x"))
