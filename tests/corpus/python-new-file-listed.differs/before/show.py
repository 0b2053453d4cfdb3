import pkgutil

import p

NAMES = [m.name for m in pkgutil.iter_modules(p.__path__)]
