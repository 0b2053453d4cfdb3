let a;
[(a) = function () {}] = [];
log(a);
