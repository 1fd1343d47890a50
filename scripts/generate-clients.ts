// Writes the TypeScript client's types from the API's document: npx tsx scripts/generate-clients.ts
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { buildClientDocument } from "@/scripts/client-document";

export const TYPES = "clients/typescript/src/schema.ts";

export async function buildTypes(): Promise<string> {
  const { components } = buildClientDocument();
  const document = { openapi: "3.1.0", info: {}, paths: {}, components } as unknown as OpenAPI3;
  const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true };
  const types = astToString(await openapiTS(document, { ...options, exportType: true }));
  return format(`// Written by scripts/generate-clients.ts.\n${types}`);
}

function format(text: string): string {
  const biome = join("node_modules", "@biomejs", "biome", "bin", "biome");
  const run = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${TYPES}`], {
    input: text,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(TYPES, await buildTypes());
