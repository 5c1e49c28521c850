// An adapter of Deixis for {{id}}: {{server}}.
//
// The host knows no language. It calls what is exported here with values and gets values
// back; nothing is kept between calls. Each hook group is a file. The groups that are
// exported are listed in wit/adapter.wit as well: take one out in both places, and the host
// does as it always does.

export { info } from "./info.js";
export { launch } from "./launch.js";
export { readiness } from "./readiness.js";
export { symbols } from "./symbols.js";
export { errors } from "./errors.js";
