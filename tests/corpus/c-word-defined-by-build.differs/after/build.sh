gcc -Dhelper=other -c a.c
