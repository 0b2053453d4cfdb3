import os
import abc

abc
