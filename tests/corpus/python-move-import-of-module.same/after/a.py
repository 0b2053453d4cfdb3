import urllib.parse


def g(x):
    return urllib.parse.quote(x)
