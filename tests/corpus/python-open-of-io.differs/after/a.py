import io
from codecs import open
file = open('x')
