function tax() {
  return 1;
}
document.body.innerHTML = "<b title='v" + "at()'> a </b>";
