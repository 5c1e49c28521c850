// How docker-langserver is configured: it asks for one section.

// Findings that may be ignored. Of a section that is there, a finding that is not named is
// ignored; so either all are named, or there is no section.
const FINDINGS = [
  "deprecatedMaintainer",
  "directiveCasing",
  "emptyContinuationLine",
  "instructionCasing",
  "instructionCmdMultiple",
  "instructionEntrypointMultiple",
  "instructionHealthcheckMultiple",
  "instructionJSONInSingleQuotes",
  "instructionWorkdirRelative",
];

export const launch = {
  plan(facts) {
    const { severities } = JSON.parse(facts.options);
    return {
      args: null,
      environment: [],
      initializationOptions: null,
      capabilities: null,
      settings: [
        { section: "docker.languageserver.diagnostics", value: JSON.stringify(all(severities)) },
      ],
      fallback: null,
      notifications: [],
      open: [],
      incomplete: [],
    };
  },
};

function all(severities) {
  if (severities === undefined) {
    return null;
  }
  const usual = Object.fromEntries(FINDINGS.map((finding) => [finding, "warning"]));
  return { ...usual, ...severities };
}
