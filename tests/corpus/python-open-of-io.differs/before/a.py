import io
from codecs import open
file = io.open('x')
