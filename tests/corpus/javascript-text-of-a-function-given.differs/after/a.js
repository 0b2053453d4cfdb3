let place;
place = () => "a";

export function show(list) {
  return list.join(place.toString());
}
