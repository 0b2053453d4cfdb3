"""Models of library functions beside the library itself, on the same inputs."""
