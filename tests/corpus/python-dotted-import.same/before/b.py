import os

N = 1
