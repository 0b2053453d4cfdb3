gcc -DHELPERS=2 -c a.c
