// New names: the server takes any, and Docker only some.

export const rename = {
  check(_facts, request) {
    const { oldName, newName } = request;
    // Stages are in small letters; a name in capital ones is that of a variable.
    if (/^[a-z][a-z0-9_.-]*$/.test(oldName) && /[A-Z]/.test(newName)) {
      const small = newName.toLowerCase();
      return {
        tag: "refuse",
        val: `a stage has a name in small letters: ${small}, not ${newName}`,
      };
    }
    return { tag: "unknown" };
  },

  review() {
    return { refusal: null, warnings: [] };
  },
};
