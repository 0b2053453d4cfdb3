println new Box().net
