import xml.dom as xml


def f(x):
    return xml.dom.Node(x)
