import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Variables } from "@/lib/config";
import { packageRoot } from "@/lib/package-root";
import { checkInstallation } from "@/lib/process/check-installation";
import type { Finding, Level } from "@/lib/process/finding";

/** Prints a line for each finding, or one JSON object. */
export async function runCheck(
  words: readonly string[],
  variables: Variables,
): Promise<{ text: string; hasErrors: boolean }> {
  const { values } = parseArgs({ args: [...words], options: { json: { type: "boolean" } }, strict: true });
  const isCheckout = existsSync(join(packageRoot(), "scripts", "cli.mjs"));
  const commandLine = isCheckout ? "npm run -s cli --" : "node cli.mjs";
  const findings = await checkInstallation(variables, { commandLine, isCheckout });
  const hasErrors = findings.some(({ level }) => level === "error");
  const text = values.json ? JSON.stringify({ ok: !hasErrors, findings }) : formatFindings(findings);
  return { text, hasErrors };
}

function formatFindings(findings: readonly Finding[]): string {
  const count = (wanted: Level) => {
    const number = findings.filter(({ level }) => level === wanted).length;
    return `${number} ${wanted}${number === 1 ? "" : "s"}`;
  };
  const lines = findings.map(({ level, part, message, fix }) =>
    `${level.padEnd(9)}${part.padEnd(15)}${message} ${fix ?? ""}`.trimEnd(),
  );
  return [...lines, `${count("error")}, ${count("warning")}.`].join("\n");
}
