class B implements J {}
