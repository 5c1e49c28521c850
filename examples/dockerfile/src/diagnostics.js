// Diagnostics are pushed without a version, exactly once for each text that the server is told.
// So those that are still owed can be counted.

// A server that owes something for so long has lost it.
const PATIENCE_MS = 5000;

export const diagnostics = {
  plan() {
    return { source: "push", needsSave: false, quietMs: null, reactMs: null, incomplete: [] };
  },

  interests() {
    return [];
  },

  // It publishes: there is nothing to fetch.
  fetch() {
    return [];
  },

  fetched() {
    return "[]";
  },

  settle(_facts, _path, state, events) {
    let owed = state.length > 0 ? state[0] : 0;
    let isLost = false;
    for (const event of events) {
      switch (event.tag) {
        case "told":
          owed = Math.min(owed + 1, 255);
          isLost = false;
          break;
        case "published":
          owed = Math.max(owed - 1, 0);
          break;
        case "deadline":
          isLost = owed > 0;
          break;
      }
    }
    if (isLost) {
      return { state: [0], settled: "unknown", deadlines: [] };
    }
    // A deadline of 0 is taken back.
    const deadlines = [{ name: "lost", afterMs: owed > 0 ? PATIENCE_MS : 0 }];
    return { state: [owed], settled: owed > 0 ? "not-yet" : "yes", deadlines };
  },

  normalise(_language, _path, diagnostics) {
    return diagnostics.map(() => ({ tag: "keep" }));
  },
};
