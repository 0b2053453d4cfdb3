let a;
[a = (0)] = [];
log(a);
