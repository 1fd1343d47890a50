import { expect, it } from "vitest";
import { explainOutput } from "@/scripts/install.mjs";

it.each([
  ["npm error code ENOSPC", /^The disk is full\./],
  [
    "npm error code EAI_AGAIN\nnpm error request to https://registry.example failed",
    /^The npm registry cannot/,
  ],
  ["npm error network ECONNREFUSED 127.0.0.1:9", /^The npm registry cannot/],
  ["EACCES: permission denied, mkdir '/opt/dropline/node_modules'", /belong to another user/],
])("explains a failed installation in one sentence: %s", (output, sentence) => {
  expect(explainOutput(output)).toMatch(sentence);
});

it("leaves an unknown failure to its output", () => {
  expect(explainOutput("npm error code E404")).toBeNull();
});
