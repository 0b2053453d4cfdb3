import unittest


class Base(object):
    pass
