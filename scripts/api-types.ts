import { writeFileSync } from "node:fs";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { openApiDocument } from "@/app/v1/openapi";

// createDocument and the generator type the same standard differently.
const document = openApiDocument("https://dropline.example") as unknown as OpenAPI3;
const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
writeFileSync(String(process.argv[2]), `// Made by scripts/api-types.ts.\n${types}`);
