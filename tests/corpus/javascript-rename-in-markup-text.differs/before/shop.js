function vat() {
  return 1;
}
document.body.innerHTML = "<b onclick='v" + "at()'> a </b>";
