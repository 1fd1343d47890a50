// Writes the TypeScript types of the API, as openapi-typescript makes them from the document, into a file.
import { writeFileSync } from "node:fs";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApiDocument } from "@/lib/api/openapi";

// createDocument's own type of the document is another than the generator's of the same standard.
const document = openApiDocument("https://dropline.example") as unknown as OpenAPI3;
const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
writeFileSync(String(process.argv[2]), `// Made by scripts/api-types.ts.\n${types}`);
