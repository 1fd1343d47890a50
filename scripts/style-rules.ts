import { readFileSync } from "node:fs";
import { pathsBelow, TOP_FILES } from "@/scripts/sources";

/** A habit to avoid in names, comments, test titles and documents, with the advice that its finding prints. */
interface StyleRule {
  readonly pattern: RegExp;
  readonly advice: string;
}

const RULES: readonly StyleRule[] = [
  {
    pattern: /\b(?:[Nn]obody|[Ss]omebody|[Ww]hoever|[Ww]homever|[Ww]hosever)\b/,
    advice: 'Name the actor (courier, caller, process, user) or say "no X", "null if not set", "any client".',
  },
  {
    pattern:
      /\b(?:is|are|was|were|be|been|being) (?:not )?told\b|\btold (?:of|that|right away|anew)\b|\btells? (?:of|the (?:hub|frame|reader|recipient|page|rest))\b/,
    advice: "Use notify, report, return, show, emit or log.",
  },
  {
    pattern: /\bbesides?\b/,
    advice: 'Use "in addition to", "next to", "other than" or drop it.',
  },
  {
    pattern: /\bso (?:long|often|many|few)\b(?! as\b)(?! that\b)/,
    advice: 'Give the number, or say "this long", "that many".',
  },
  {
    pattern:
      /\b(?:what|whatever|all that|everything that) (?:came|comes|has come|becomes|became|is to become) of\b/,
    advice: 'Use "result of", "outcome of" or "status of".',
  },
  {
    pattern:
      /\banew\b|\bin vain\b|\bfor want of\b|\bat hand\b|\bhence\b|\bwhereof\b|\bthereof\b|\blest\b|\bthe very (?:same|bytes|one|shape)\b/,
    advice: 'Archaic: use "again", "without success", "because there is no", "available", "identical".',
  },
  {
    pattern: /(?<!\b[Oo]n )\b(?:[Tt]he|[Aa]|[Nn]o|its|their) ways? (?:back|ahead|there|in|out)\b/,
    advice: "Use route, leg, return trip, directions or method.",
  },
  {
    pattern: /\blanes?\b/,
    advice: "Use adapter (Node, Fetch), route group, or server kind.",
  },
  {
    pattern:
      /\b(?:in|into) the place of\b|\btakes? (?:a|its|their) place\b|\bgives? (?:a|its) place\b|\bplace in (?:the|a) (?:journal|list|line|queue|order)\b/,
    advice: 'Use "replaces", acquire/release a slot, position, cursor.',
  },
  {
    pattern: /\b[a-z]+ of (?:its|their|his|our|one's) own\b/,
    advice: 'Use "its own X", "a separate X" or "a dedicated X".',
  },
  {
    pattern:
      /\bstands? (?:beside|over|clear of|at its|for itself|for themselves|where|under|in words)\b|\bcomes? to stand\b/,
    advice: 'Use "is", "is shown", "represents" or "overlaps".',
  },
  {
    pattern: /\bheard (?:of|from)\b|\bunheard\b|\bhears? of\b/,
    advice: 'Use "last seen", "silent", "is notified".',
  },
  {
    pattern: /\brivals?\b/,
    advice: 'Use "concurrent transaction", "concurrent request" or "race winner".',
  },
  {
    pattern: /\ball else\b|\bwhatever else\b|\bone and all\b|\bas good as\b/,
    advice: 'Use "everything else", "any other X", "almost", "not before".',
  },
  {
    pattern:
      /\b(?:put|puts|putting) (?:in|it in|one in) (?:for|a|the|by|after|with|twice|once)\b|\bis put in\b|\bhas been put in\b/,
    advice: "Use insert, enqueue or add.",
  },
  {
    pattern:
      /\b(?:page|link|file|request|log|stream|dashboard|picture)'s address(?:es)?\b|\baddress(?:es)? of (?:a|the|one|its|each) (?:page|file|request|list|picture|stream)\b/,
    advice: 'A web address is a URL or path; "address" is a postal address.',
  },
  {
    pattern:
      /\b(?:it|test)(?:\.\w+)?(?:\([^"'`)]*\))?\(\s*["'`](?:that|whose|who|whom|which|of|by|from|for|in)\b/,
    advice: 'A test title is a sentence: subject and verb, or verb first ("returns …").',
  },
  {
    pattern:
      /^\s*(?:export )?(?:interface|type) (?:Given|Place|Places|Answer|Told|Asked|Kept|Words|Seen|Shown|Found|Known|Wanted|Said|Line|Way|Listed|Handled|Watched|Tried|Settled|Sent|Missing|Waiting|Entrant|Placed|Whose)\b/,
    advice: "Name the thing: Props, Point, Result, Message, Request, Cursor …",
  },
  {
    pattern: /\b(?:const|let|function) (?:told|asked|kept|wanted|given|said|heard|meant)\b/,
    advice: "Participle or adverb as a name: use a noun (requested, cached, visible, result).",
  },
  {
    pattern: /\bfunction [a-z][A-Za-z]*Of\(/,
    advice: "Start functions with a verb: to…, get…, build…, parse…, find….",
  },
  {
    pattern: /\b(?:MOST|LONGEST|SHORTEST|FEWEST)_[A-Z]+\w* =/,
    advice: "Name limits MAX_… and MIN_….",
  },
  {
    pattern: /\bclass (?:\w*(?:Refused|TooLong|Broken|Refusal)) extends/,
    advice: "Error classes end in Error.",
  },
  {
    pattern:
      /new Error\(["'`][A-Z][^"'`]*(?: is there| is returned| is not there| has a row| with one row| cannot vanish| has (?:a|one) leg)[^"'`]*["'`]\)/,
    advice: 'State the violation: "INSERT … RETURNING returned no row".',
  },
  {
    pattern: /^\s*(?:\/\/|\*|\/\*\*)\s*(?:Of|By|From|To) (?:whom|which|what|those|these)\b/,
    advice: "Put subject and verb first.",
  },
  {
    pattern:
      /^\s*(?:\/\*\*|\/\/|\*) (?:What|Whom|Who|Where|Why|How) (?!to\b|many\b|much\b|long\b|often\b|far\b|old\b)[a-z]/,
    advice:
      'Do not open with a question word: name the thing ("Last-seen time of the courier"), or delete the comment.',
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
const THIS_FILE = "scripts/style-rules.ts";

/** Returns every line that breaks a rule, as `file:line: advice`, and the number of lines read. */
export function findStyleIssues(): { issues: string[]; lines: number } {
  const paths = [...TOP_FILES, "README.md", "CONTRIBUTING.md", ...pathsBelow(FOLDERS, TEXT)];
  let lines = 0;
  const issues = paths.flatMap((path) => {
    const texts = readFileSync(path, "utf8").split("\n");
    lines += texts.length;
    if (path === THIS_FILE) return [];
    return texts.flatMap((text, index) =>
      RULES.filter(({ pattern }) => pattern.test(text)).map(
        ({ advice }) => `${path}:${index + 1}: ${advice}`,
      ),
    );
  });
  return { issues, lines };
}
