import urllib.parse
import urllib.request


def f(x):
    return urllib.request.urlopen(x)


def g(x):
    return urllib.parse.quote(x)
