package shop

import "shop/store"

type order struct{ ID int }

func Save(d *store.DB) { d.Create(&order{}) }
