import numpy

numpy.log(1)
