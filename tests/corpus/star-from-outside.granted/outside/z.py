from lib import *
from b import *
