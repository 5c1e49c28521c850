// Who the adapter is and what it serves.

export const info = {
  describe() {
    return {
      id: "{{id}}",
      version: "0.1.0",
      displayName: "{{id}} ({{server}})",
      languages: [{ id: "{{id}}", suffixes: ["{{extension}}"], fileNames: [], globs: [] }],
      neverSend: [],
      recipes: [
        {
          id: "{{server}}",
          commands: ["{{server}}"],
          args: [],
          operations: [],
          install: [],
          versionArgs: [],
          versionPattern: null,
        },
      ],
      rootMarkers: [],
      separators: ["."],
      identifier: null,
      keywords: [],
      openPolicy: "target",
      // JSON Schema of the user's `options`: whatever settings the server has.
      optionsSchema: '{"type":"object"}',
      extra: null,
    };
  },
};
