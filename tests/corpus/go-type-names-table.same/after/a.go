package shop

import "shop/store"

type basket struct{ ID int }

func Save(d *store.DB) { d.Create(&basket{}) }
