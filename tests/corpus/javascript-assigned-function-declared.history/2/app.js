var app = exports = module.exports = {};

app.enable = (setting) => {
  return this.set(setting, true);
};

function render(name, options, fn) {
  var opts = {};
  var view = this.cache[name];
  if (!view) {
    view = new View(name, { engines: this.engines });
    this.cache[name] = view;
  }
  view.render(opts, fn);
}
