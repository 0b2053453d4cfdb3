import os
import xml
import xml.dom


def f(x):
    return xml.dom.Node(x)


def g(x):
    return os.sep + x
