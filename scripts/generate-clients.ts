// Writes the clients of the API from its document: npx tsx scripts/generate-clients.ts
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { clientModel } from "./client-model";
import { goClient, phpClient, pythonClient } from "./write-script-clients";
import { typescriptClient, typescriptTypes } from "./write-typescript-client";

export function clientFiles(): Readonly<Record<string, string>> {
  const model = clientModel();
  return {
    "clients/typescript/src/index.ts": formatted(typescriptClient(model)),
    "clients/typescript/src/types.ts": formatted(typescriptTypes(model)),
    "clients/python/dropline.py": pythonClient(model),
    "clients/php/Dropline.php": phpClient(model),
    "clients/go/dropline.go": goClient(model),
  };
}

function formatted(text: string): string {
  const biome = join("node_modules", "@biomejs", "biome", "bin", "biome");
  const run = spawnSync(process.execPath, [biome, "format", "--stdin-file-path=made.ts"], {
    input: text,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [path, text] of Object.entries(clientFiles())) writeFileSync(path, text);
}
