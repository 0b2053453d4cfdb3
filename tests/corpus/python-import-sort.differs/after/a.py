import abc
import os

abc
