// Checks commit subjects: node scripts/check-commits.mjs RANGE, or as a hook: node scripts/check-commits.mjs FILE
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const MAX_LENGTH = 72;
const SUBJECT = /^[a-z0-9][\w, /.-]*: [a-z`].*[^.;]$/;

/**
 * Returns what is wrong with a commit's subject; an empty list if nothing is.
 *
 * @param {string} subject
 */
export function checkSubject(subject) {
  const problems = [];
  if (subject.length > MAX_LENGTH) problems.push(`has ${subject.length} characters, more than ${MAX_LENGTH}`);
  if (!SUBJECT.test(subject)) problems.push('is not "area: imperative summary"');
  if (subject.includes(";")) problems.push("has a semicolon: make two commits");
  return problems;
}

/** @param {string} argument */
function readSubjects(argument) {
  if (existsSync(argument)) return [readFileSync(argument, "utf8").split("\n")[0] ?? ""];
  const log = execFileSync("git", ["log", "--no-merges", "--format=%s", argument], { encoding: "utf8" });
  return log.split("\n").filter((subject) => subject !== "" && !subject.startsWith("Revert "));
}

if (process.argv[1]?.endsWith("check-commits.mjs")) {
  const issues = readSubjects(process.argv[2] ?? "HEAD~1..HEAD").flatMap((subject) =>
    checkSubject(subject).map((problem) => `"${subject}" ${problem}`),
  );
  for (const issue of issues) console.error(issue);
  process.exit(issues.length === 0 ? 0 : 1);
}
