export function kind(place) {
  const here = place.here;
  return typeof here;
}
