class Z extends Y {
}
