// node_modules/.bin/tsx scripts/check-statements.ts FOLDER: whether each statement of lib was run by a test, and so
// held against PostgreSQL's description of it. The folder is what the tests wrote by STATEMENT_LEDGER.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A part of a statement as it stands in a file. */
interface Written {
  readonly place: string;
  readonly strings: readonly string[];
}

/** The templates of a file that `sql`, `query(…)` and `execute(…)` take. */
function templatesOf(file: string): Written[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: Written[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = ts.isCallExpression(node.tag) ? node.tag.expression : node.tag;
      if (ts.isIdentifier(tag) && ["sql", "query", "execute"].includes(tag.text)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        found.push({ place: `${file}:${line}`, strings: stringsOf(node.template) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function stringsOf(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

/** Every part of a statement in lib that the ledger does not have. */
export function findUnchecked(ledger: string): string[] {
  const run = new Set(
    readdirSync(ledger).flatMap((name) => readFileSync(join(ledger, name), "utf8").split("\n")),
  );
  return readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((name) => join("lib", name))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("generated"))
    .flatMap(templatesOf)
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
