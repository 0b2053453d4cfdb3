import subprocess
import sys


def run(module):
    return subprocess.run([sys.executable, "-m", module])
