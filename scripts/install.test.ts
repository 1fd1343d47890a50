import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { explainOutput, isSupportedNode } from "@/scripts/install.mjs";

it.each([
  ["npm error code ENOSPC", /^The disk is full\./],
  [
    "npm error code EAI_AGAIN\nnpm error request to https://registry.example failed",
    /^The npm registry cannot/,
  ],
  ["npm error network ECONNREFUSED 127.0.0.1:9", /^The npm registry cannot/],
  ["EACCES: permission denied, mkdir '/opt/dropline/node_modules'", /belong to another user/],
])("the installer explains a failed installation in one sentence: %s", (output, sentence) => {
  expect(explainOutput(output)).toMatch(sentence);
});

it("the installer shows the npm output of an unknown failure", () => {
  expect(explainOutput("npm error code E404")).toBeNull();
});

it("the installer accepts exactly the versions of Node that engines allows", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
  const supported = (versions: string[]) =>
    versions.filter((version) => isSupportedNode(version, engines.node));
  const wrong = ["18.20.0", "20.18.3", "21.7.0", "22.11.0", "23.11.0"];
  const right = ["20.19.0", "20.20.2", "22.12.0", "22.23.3", "24.0.0", "26.12.1"];
  expect(supported([...wrong, ...right])).toEqual(right);
  expect(() => isSupportedNode("24.0.0", "20.x")).toThrow("engines.node has an unknown part: 20.x");
});
