import subprocess


def show(commit):
    return subprocess.run(["git", "show", commit])
