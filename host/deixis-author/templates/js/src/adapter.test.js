// `npm test` runs these, in Node and without a host.

import assert from "node:assert/strict";
import { test } from "node:test";

import { errors, readiness, symbols } from "./adapter.js";

test("the last progress that ends is readiness", () => {
  let report = readiness.start({});
  const index = (tag, percent = null) => {
    report = readiness.step(report.state, [{ tag, val: { percent } }]);
    return report.tracks.index;
  };
  const busy = (percent) => ({ tag: "busy", val: { message: null, percent } });
  assert.deepEqual(index("initialized"), { tag: "unknown" });
  assert.deepEqual(index("progress-begin"), busy(null));
  assert.deepEqual(index("progress-begin", 0), busy(0));
  assert.deepEqual(index("progress-report", 40), busy(40));
  assert.deepEqual(index("progress-end", 40), busy(40));
  assert.deepEqual(index("progress-end"), { tag: "ready" });
});

test("names are what a person would say", () => {
  const check = (kind, name, expected) => {
    const [found] = symbols.normalise("{{id}}", "document", [{ name, kind }]);
    assert.deepEqual([found.name, found.scope, found.parameters], expected);
  };
  check(12, "greet(String)", ["greet", null, "(String)"]);
  check(6, "Type.method()", ["method", ["Type"], "()"]);
  check(12, "(anonymous)", ["(anonymous)", null, null]);
  check(20, "package.json", ["package.json", null, null]);
  assert.equal(symbols.rewrite("Type.method(String)").text, "method");
});

test("not yet is no error", () => {
  const verdict = (message) => errors.classify({}, { message }).tag;
  assert.equal(verdict("Server is not ready"), "retry-when-ready");
  assert.equal(verdict("no such symbol"), "unknown");
});
