import { readFileSync } from "node:fs";
import { pathsBelow, TOP_FILES } from "@/scripts/sources";

/** A habit to avoid in names, comments, test titles and documents, with the advice that its finding prints. */
interface StyleRule {
  readonly pattern: RegExp;
  readonly advice: string;
  /** A line that has the habit. */
  readonly sample: string;
}

export const RULES: readonly StyleRule[] = [
  {
    pattern: /\b(?:[Nn]obody|[Ss]omebody|[Ww]hoever|[Ww]homever|[Ww]hosever)\b/,
    advice: 'Name the actor (courier, caller, process, user) or say "no X", "null if not set", "any client".',
    sample: "Nobody reads the file.",
  },
  {
    pattern:
      /\b(?:is|are|was|were|be|been|being) (?:not )?told\b|\btold (?:of|that|right away|anew)\b|\btells? (?:of|the (?:hub|frame|reader|recipient|page|rest))\b/,
    advice: "Use notify, report, return, show, emit or log.",
    sample: "The reader is told of the change.",
  },
  {
    pattern: /\bbesides?\b/,
    advice: 'Use "in addition to", "next to", "other than" or drop it.',
    sample: "besides the key",
  },
  {
    pattern: /\bso (?:long|often|many|few)\b(?! as\b)(?! that\b)/,
    advice: 'Give the number, or say "this long", "that many".',
    sample: "after so many attempts",
  },
  {
    pattern:
      /\b(?:what|whatever|all that|everything that) (?:came|comes|has come|becomes|became|is to become) of\b/,
    advice: 'Use "result of", "outcome of" or "status of".',
    sample: "what became of the order",
  },
  {
    pattern:
      /\banew\b|\bin vain\b|\bfor want of\b|\bat hand\b|\bhence\b|\bwhereof\b|\bthereof\b|\blest\b|\bthe very (?:same|bytes|one|shape)\b/,
    advice: 'Archaic: use "again", "without success", "because there is no", "available", "identical".',
    sample: "reads the row anew",
  },
  {
    pattern: /(?<!\b[Oo]n )\b(?:[Tt]he|[Aa]|[Nn]o|its|their) ways? (?:back|ahead|there|in|out)\b/,
    advice: "Use route, leg, return trip, directions or method.",
    sample: "the courier finds the way back",
  },
  {
    pattern: /\blanes?\b/,
    advice: "Use adapter (Node, Fetch), route group, or server kind.",
    sample: "each lane checks the key",
  },
  {
    pattern:
      /\b(?:in|into) the place of\b|\btakes? (?:a|its|their) place\b|\bgives? (?:a|its) place\b|\bplace in (?:the|a) (?:journal|list|line|queue|order)\b/,
    advice: 'Use "replaces", acquire/release a slot, position, cursor.',
    sample: "takes its place in the queue",
  },
  {
    pattern: /\b[a-z]+ of (?:its|their|his|our|one's) own\b/,
    advice: 'Use "its own X", "a separate X" or "a dedicated X".',
    sample: "a table of its own",
  },
  {
    pattern:
      /\bstands? (?:beside|over|clear of|at its|for itself|for themselves|where|under|in words)\b|\bcomes? to stand\b/,
    advice: 'Use "is", "is shown", "represents" or "overlaps".',
    sample: "the label stands beside the map",
  },
  {
    pattern: /\bheard (?:of|from)\b|\bunheard\b|\bhears? of\b/,
    advice: 'Use "last seen", "silent", "is notified".',
    sample: "when the courier was last heard of",
  },
  {
    pattern: /\brivals?\b/,
    advice: 'Use "concurrent transaction", "concurrent request" or "race winner".',
    sample: "a rival transaction",
  },
  {
    pattern: /\ball else\b|\bwhatever else\b|\bone and all\b|\bas good as\b/,
    advice: 'Use "everything else", "any other X", "almost", "not before".',
    sample: "whatever else the body has",
  },
  {
    pattern:
      /\b(?:put|puts|putting) (?:in|it in|one in) (?:for|a|the|by|after|with|twice|once)\b|\bis put in\b|\bhas been put in\b/,
    advice: "Use insert, enqueue or add.",
    sample: "a job is put in by the sweep",
  },
  {
    pattern:
      /\b(?:page|link|file|request|log|stream|dashboard|picture)'s address(?:es)?\b|\baddress(?:es)? of (?:a|the|one|its|each) (?:page|file|request|list|picture|stream)\b/,
    advice: 'A web address is a URL or path; "address" is a postal address.',
    sample: "the file's address",
  },
  {
    pattern:
      /\b(?:it|test)(?:\.\w+)?(?:\([^"'`)]*\))?\(\s*["'`](?:that|whose|who|whom|which|of|by|from|for|in)\b/,
    advice: 'A test title is a sentence: subject and verb, or verb first ("returns …").',
    sample: 'it("that the order is cancelled", () => {',
  },
  {
    pattern:
      /^\s*(?:export )?(?:interface|type) (?:Given|Place|Places|Answer|Told|Asked|Kept|Words|Seen|Shown|Found|Known|Wanted|Said|Line|Way|Listed|Handled|Watched|Tried|Settled|Sent|Missing|Waiting|Entrant|Placed|Whose)\b/,
    advice: "Name the thing: Props, Point, Result, Message, Request, Cursor …",
    sample: "interface Given {",
  },
  {
    pattern: /\b(?:const|let|function) (?:told|asked|kept|wanted|given|said|heard|meant)\b/,
    advice: "Participle or adverb as a name: use a noun (requested, cached, visible, result).",
    sample: "const told = [];",
  },
  {
    pattern: /\bclass (?:\w*(?:Refused|TooLong|Broken|Refusal)) extends/,
    advice: "Error classes end in Error.",
    sample: "class RequestRefused extends Error {",
  },
  {
    pattern:
      /new Error\(["'`][A-Z][^"'`]*(?: is there| is returned| is not there| has a row| with one row| cannot vanish| has (?:a|one) leg)[^"'`]*["'`]\)/,
    advice: 'State the violation: "INSERT … RETURNING returned no row".',
    sample: 'throw new Error("The row is not there");',
  },
  {
    pattern: /^\s*(?:\/\/|\*|\/\*\*)\s*(?:Of|By|From|To) (?:whom|which|what|those|these)\b/,
    advice: "Put subject and verb first.",
    sample: "  // Of those the first counts.",
  },
  {
    pattern:
      /^\s*(?:\/\*\*|\/\/|\*) (?:What|Whom|Who|Where|Why|How) (?!to\b|many\b|much\b|long\b|often\b|far\b|old\b)[a-z]/,
    advice:
      'Do not open with a question word: name the thing ("Last-seen time of the courier"), or delete the comment.',
    sample: "/** What the courier sees. */",
  },
];

const FOLDERS = [
  "app",
  "clients",
  "components",
  "docs",
  "e2e",
  "lib",
  "bench",
  "packages",
  "prisma",
  "scripts",
  "testing",
];
const TEXT = /\.(ts|tsx|mjs|md|css|prisma|sql|py|php|go)$/;

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Reads all files whose style is checked; the rules themselves have every habit. */
export const readStyledFiles = (): TextFile[] =>
  [...TOP_FILES, "README.md", "CONTRIBUTING.md", ...pathsBelow(FOLDERS, TEXT)]
    .filter((path) => path !== "scripts/style-rules.ts")
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Returns every line that breaks a rule, as `file:line: advice`. */
export const findStyleIssues = (files: readonly TextFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        RULES.filter(({ pattern }) => pattern.test(line)).map(
          ({ advice }) => `${path}:${index + 1}: ${advice}`,
        ),
      ),
  );
