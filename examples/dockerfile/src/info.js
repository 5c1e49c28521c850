// What docker-langserver serves, and how to get it.

// The files whose lines give symbols their names.
const FILES = ["**/Dockerfile", "**/Containerfile", "**/Dockerfile.*", "**/*.dockerfile"];

// JSON Schema of the user's `options`.
const OPTIONS = {
  type: "object",
  additionalProperties: false,
  properties: {
    severities: {
      type: "object",
      additionalProperties: { enum: ["ignore", "warning", "error"] },
      description: "Findings by the server's names for them, such as deprecatedMaintainer.",
    },
  },
};

export const info = {
  describe() {
    return {
      id: "dockerfile",
      version: "0.1.0",
      displayName: "Dockerfile (docker-langserver)",
      languages: [
        {
          id: "dockerfile",
          suffixes: [".dockerfile"],
          fileNames: ["Dockerfile", "Containerfile"],
          globs: ["**/Dockerfile.*"],
        },
      ],
      // Names of files that only begin like one.
      neverSend: ["**/Dockerfile.dockerignore"],
      recipes: [
        {
          id: "docker-langserver",
          commands: ["docker-langserver"],
          args: ["--stdio"],
          operations: [],
          install: [
            { platform: "any", command: "npm install --global dockerfile-language-server-nodejs" },
          ],
          versionArgs: [],
          versionPattern: null,
        },
      ],
      rootMarkers: ["Dockerfile", "Containerfile"],
      separators: ["."],
      identifier: "[A-Za-z_][A-Za-z0-9_.-]*",
      keywords: [],
      openPolicy: "target",
      optionsSchema: JSON.stringify(OPTIONS),
      extra: JSON.stringify({ project_read: FILES }),
    };
  },
};
