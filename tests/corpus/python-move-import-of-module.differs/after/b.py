import urllib.parse
import urllib.request


def f(x):
    return urllib.request.urlopen(x)
