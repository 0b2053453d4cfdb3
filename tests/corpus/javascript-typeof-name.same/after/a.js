export function kind(place) {
  return typeof place.here;
}
