package shop

import "gorm.io/gorm"

type order struct{ ID int }

func Save(d *gorm.DB) { d.Create(&order{}) }
