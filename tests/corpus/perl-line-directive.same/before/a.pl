use strict;

sub checked {
    my ($sum) = @_;
# line 40 "orders.tmpl"
    die "no sum" unless $sum;
    return $sum;
}

print eval { checked(0) } // $@;
