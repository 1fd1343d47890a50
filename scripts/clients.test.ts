import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientFiles } from "@/scripts/generate-clients";

it("the clients are those of the document as it is now", () => {
  const stale = Object.entries(clientFiles())
    .filter(([path, text]) => readFileSync(path, "utf8") !== text)
    .map(([path]) => path);
  expect(stale, "npx tsx scripts/generate-clients.ts writes them").toEqual([]);
});
