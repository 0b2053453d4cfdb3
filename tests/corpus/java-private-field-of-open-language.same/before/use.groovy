println new Crate().net
