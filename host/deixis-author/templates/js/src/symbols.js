// What symbols are called: `Type.method(String)` is `method` in `Type`.

// LSP `SymbolKind`s of what is called: method, constructor, function.
const CALLED = [6, 9, 12];

export const symbols = {
  normalise(_language, _origin, symbols) {
    return symbols.map(one);
  },

  rewrite(name) {
    const last = cut(name)[0].split(".").at(-1);
    return { text: last || name, cap: null };
  },
};

function one({ name, kind }) {
  if (!CALLED.includes(kind)) {
    return { name, scope: null, kind, parameters: null, hidden: false };
  }
  const [path, parameters] = cut(name);
  let scope = path.split(".");
  if (scope.includes("")) {
    scope = [path];
  }
  const last = scope.pop();
  return { name: last, scope: scope.length > 0 ? scope : null, kind, parameters, hidden: false };
}

// The name, and the list of parameters at its end.
function cut(name) {
  const at = name.indexOf("(");
  return at > 0 && name.endsWith(")") ? [name.slice(0, at), name.slice(at)] : [name, null];
}
