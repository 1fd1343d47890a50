import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);

describe("the bundles", () => {
  let folder: string;

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dropline-build-"));
    for (const file of ["build", "next-output/share-chunks", "env-file", "install"])
      cpSync(`scripts/${file}.mjs`, join(folder, `scripts/${file}.mjs`));
    const lock = "packages/embedded-postgres/lock.mjs";
    cpSync(lock, join(folder, lock));
    cpSync("package.json", join(folder, "package.json"));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    for (const name of [
      "server",
      "scripts/command-line",
      "scripts/city-command",
      "scripts/road-engine",
      "scripts/prepare-database",
      "packages/embedded-postgres/postgres",
      "scripts/api-types",
      "lib/dispatch/plan-worker",
    ]) {
      write(`${name}.ts`, `import { hello } from "@/texts/texts"; console.log(hello);`);
    }
    write("texts/texts.ts", `import texts from "@/texts/en.json"; export const hello = texts.hello;`);
    write("texts/en.json", `{ "hello": "first" }`);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Bundles if needed; returns whether it did, and what the bundle prints. */
  const bundle = async (): Promise<{ isMade: boolean; says: string }> => {
    const build = pathToFileURL(join(folder, "scripts/build.mjs")).href;
    const { stderr } = await run(process.execPath, [
      "--eval",
      `import("${build}").then((it) => it.buildTools())`,
    ]);
    const output = /= "(\w+)"|hello: "(\w+)"/.exec(readFileSync(join(folder, "dist/server.mjs"), "utf8"));
    return { isMade: stderr.includes("Bundling"), says: output?.[1] ?? output?.[2] ?? "" };
  };

  it("are rebuilt only when one of their source files has changed", async () => {
    expect(await bundle()).toEqual({ isMade: true, says: "first" });
    expect(await bundle()).toEqual({ isMade: false, says: "first" });
    write("unrelated.json", "{}");
    expect(await bundle()).toEqual({ isMade: false, says: "first" });
    write("texts/en.json", `{ "hello": "second" }`);
    expect(await bundle()).toEqual({ isMade: true, says: "second" });
  });
});
