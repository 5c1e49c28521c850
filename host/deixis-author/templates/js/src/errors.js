// What a response error means.

// Said while the server is not ready.
const NOT_YET = ["not ready", "still indexing"];

export const errors = {
  classify(_context, error) {
    const message = error.message.toLowerCase();
    const notYet = NOT_YET.some((phrase) => message.includes(phrase));
    return { tag: notYet ? "retry-when-ready" : "unknown" };
  },
};
