// Busy while the server says so by a progress, ready when the last one has ended.
//
// If your server begins the same work again, or sends a notification of its own when it is
// ready, say so here: see `interests`, and `signalExpected`.

export const readiness = {
  interests() {
    return [];
  },

  start(_facts) {
    return report({ alive: false, open: 0, percent: null, ended: false });
  },

  step(state, events) {
    const seen = JSON.parse(String.fromCharCode(...state));
    for (const event of events) {
      observe(seen, event);
    }
    return report(seen);
  },
};

// Folds one event into what was seen: how many progresses are open, what the last of them
// said, whether there was one and all have ended.
function observe(seen, event) {
  switch (event.tag) {
    case "initialized":
      seen.alive = true;
      break;
    case "progress-begin":
      seen.open += 1;
      seen.percent = event.val.percent;
      seen.ended = false;
      break;
    case "progress-report":
      if (seen.open > 0) {
        seen.percent = event.val.percent;
      }
      break;
    case "progress-end":
      if (seen.open > 0) {
        seen.open -= 1;
        seen.ended = seen.open === 0;
        seen.percent = seen.ended ? null : seen.percent;
      }
      break;
  }
}

function report(seen) {
  const unknown = { tag: "unknown" };
  const ready = { tag: "ready" };
  let level = seen.ended ? ready : unknown;
  if (seen.open > 0) {
    level = { tag: "busy", val: { message: null, percent: seen.percent } };
  }
  return {
    // The state has no letters but those of its fields' names.
    state: Array.from(JSON.stringify(seen), (letter) => letter.charCodeAt(0)),
    tracks: {
      alive: seen.alive ? ready : unknown,
      navigation: level,
      index: level,
      diagnostics: unknown,
    },
    // Of a server that nobody knows, an early "nothing" is worth nothing.
    navigationTrust: "empty",
    indexTrust: "empty",
    signalExpected: false,
    deadlines: [],
    actions: [],
  };
}
