import { writeFileSync } from "node:fs";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApiDocument } from "@/lib/api/openapi";

/** The TypeScript types of the API, generated from the document by openapi-typescript. */
export async function generateTypes(): Promise<string> {
  // createDocument's type of the document differs from the generator's for the same standard.
  const document = openApiDocument("https://dropline.example") as unknown as OpenAPI3;
  return `// Made by npm run openapi-types; a test holds it against the document.\n${astToString(await openapiTS(document, { defaultNonNullable: false }))}`;
}

if (process.argv[1]?.endsWith("openapi-types.ts")) {
  writeFileSync("e2e/contract/openapi-types.ts", await generateTypes());
}
