class Base extends Root {}
