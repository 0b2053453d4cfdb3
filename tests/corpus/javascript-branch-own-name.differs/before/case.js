const first = "all";
function show(list) {
  if (list.length === 0) {
    return;
  } else {
    const first = list[0];
    print(first);
  }
  print(first);
}
