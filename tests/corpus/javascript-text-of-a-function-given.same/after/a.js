let place;
place = read("a");

export function show(list) {
  return list.join(place.toString());
}
