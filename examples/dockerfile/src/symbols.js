// What symbols are called: a stage after its name, a variable after its own.
//
// The server gives the keyword of each instruction and where it stands. The rest of the line
// is read from the project: the user grants that when the adapter is added.

import project from "deixis:adapter/project@0.1.0";

// The largest Dockerfile that is read.
const MAX_BYTES = 256 * 1024;
// LSP `SymbolKind`s.
const MODULE = 2;
const VARIABLE = 13;

export const symbols = {
  normalise(_language, origin, symbols) {
    const path = symbols[0]?.path ?? "";
    const lines = origin === "document" && path !== "" ? linesOf(path) : null;
    if (lines === null) {
      return symbols.map((symbol) => plain(symbol));
    }
    let stage = null;
    return symbols.map((symbol) => {
      const line = lines[symbol.range.start.line] ?? "";
      const named = instruction(symbol, line.slice(symbol.range.start.column));
      if (named.kind === MODULE) {
        stage = named.name;
        return named;
      }
      return { ...named, scope: stage === null ? null : [stage] };
    });
  },

  rewrite(name) {
    return { text: name, cap: null };
  },
};

function linesOf(path) {
  try {
    return project.read(path, MAX_BYTES).split("\n");
  } catch {
    // Not granted, or gone: the keywords are better than nothing.
    return null;
  }
}

function plain({ name, kind }) {
  return { name, scope: null, kind, parameters: null, hidden: false };
}

// A symbol as its instruction says; `text` begins at the keyword.
export function instruction(symbol, text) {
  const stage = /^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(text);
  if (stage !== null) {
    return { ...plain(symbol), name: stage[2] ?? stage[1], kind: MODULE };
  }
  const variable = /^(?:ARG|ENV)\s+([A-Za-z_]\w*)/i.exec(text);
  if (variable !== null) {
    return { ...plain(symbol), name: variable[1], kind: VARIABLE };
  }
  // Steps of a stage have no name, and nobody looks for "RUN".
  return { ...plain(symbol), hidden: true };
}
