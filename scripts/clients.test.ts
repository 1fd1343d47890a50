import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildClientDocument } from "@/scripts/client-document";
import { buildTypes, TYPES } from "@/scripts/generate-clients";

it("the TypeScript client's types are those of the current document", async () => {
  expect(readFileSync(TYPES, "utf8"), "npx tsx scripts/generate-clients.ts writes them").toBe(
    await buildTypes(),
  );
});

it("the PHP client writes as lists exactly the lists of request bodies", () => {
  const { paths, components } = buildClientDocument();
  const bodies = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ requestBody }) => requestBody),
  );
  const lists = new Set<string>();
  const collect = (value: unknown, name = ""): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref, type } = value as { $ref?: string; type?: string };
    if (type === "array") lists.add(name);
    if ($ref !== undefined) collect(components.schemas[$ref.split("/").at(-1) ?? ""]);
    for (const [key, inner] of Object.entries(value)) if (key !== "examples") collect(inner, key);
  };
  collect(bodies);
  const source = readFileSync("clients/php/src/Transport.php", "utf8");
  const written = /LIST_FIELDS = \[([^\]]*)\]/.exec(source)?.[1]?.match(/\w+/g);
  expect(written).toEqual([...lists].toSorted());
});

it("the clients have the service's version and license", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  const { version } = JSON.parse(read("package.json"));
  expect(JSON.parse(read("clients/typescript/package.json")).version).toBe(version);
  expect(JSON.parse(read("clients/php/composer.json")).version).toBe(version);
  expect(read("clients/python/pyproject.toml")).toContain(`\nversion = "${version}"\n`);
  for (const folder of ["typescript", "python", "go", "php"])
    expect(read(`clients/${folder}/LICENSE`)).toBe(read("LICENSE"));
});
