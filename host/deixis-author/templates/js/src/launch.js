// How the server is started and configured.

export const launch = {
  plan(facts) {
    return {
      args: null,
      environment: [],
      // Some servers look at who asks; the others do not mind.
      initializationOptions: JSON.stringify({ hostInfo: "deixis" }),
      capabilities: null,
      // The answer when the server asks for its settings.
      settings: [{ section: "{{server}}", value: facts.options }],
      fallback: null,
      notifications: [],
      open: [],
      incomplete: [],
    };
  },
};
