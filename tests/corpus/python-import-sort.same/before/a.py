import os
import abc

os, abc
