// An adapter of Deixis for Dockerfiles: docker-langserver.
//
// The server answers at once and from the open file alone, so there is no readiness to judge.
// What is particular are its names (a symbol is called after its instruction, so that all stages
// are "FROM"), that it takes any new name, and that each text is published exactly once.

export { info } from "./info.js";
export { launch } from "./launch.js";
export { symbols } from "./symbols.js";
export { rename } from "./rename.js";
export { diagnostics } from "./diagnostics.js";
