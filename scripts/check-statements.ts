// tsx scripts/check-statements.ts FOLDER: reports each statement of lib that no test ran, by the tests'
// STATEMENT_LEDGER folder.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

interface Written {
  readonly place: string;
  readonly strings: readonly string[];
}

function getTemplates(file: string): Written[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: Written[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = ts.isCallExpression(node.tag) ? node.tag.expression : node.tag;
      if (ts.isIdentifier(tag) && ["sql", "query", "execute"].includes(tag.text)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        found.push({ place: `${file}:${line}`, strings: getStrings(node.template) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function getStrings(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

function findUnchecked(ledger: string): string[] {
  const run = new Set(
    readdirSync(ledger).flatMap((name) => readFileSync(join(ledger, name), "utf8").split("\n")),
  );
  return readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((name) => join("lib", name))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("generated"))
    .flatMap(getTemplates)
    .filter(({ strings }) => !run.has(JSON.stringify(strings)))
    .map(({ place }) => place);
}

const [ledger = ""] = process.argv.slice(2);
const unchecked = findUnchecked(ledger);
for (const place of unchecked) {
  console.error(
    `${place}: no test has run this statement in its own process. Write one, or delete the statement.`,
  );
}
process.exitCode = unchecked.length === 0 ? 0 : 1;
