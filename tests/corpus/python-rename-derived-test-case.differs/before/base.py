import unittest


class Base(unittest.TestCase):
    pass
