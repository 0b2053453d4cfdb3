import subprocess
import sys


def run(code):
    return subprocess.run([sys.executable, "-c", code])
