import abc
import os

os, abc
