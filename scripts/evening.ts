// tsx scripts/evening.ts URL EMAIL PASSWORD [MINUTES]: settles a practice evening's exceptions at the console and
// prints how soon each was shown.
import { type CDPSession, chromium, type Locator, type Page } from "@playwright/test";
import type { ConsoleBoard } from "@/lib/monitoring/console-board";
import {
  EXCEPTION_KINDS,
  type Exception,
  type ExceptionKind,
  exceptionKey,
  findExceptions,
  THRESHOLDS,
} from "@/lib/monitoring/exceptions";
import words from "@/messages/en/console.json";
import ops from "@/messages/en/ops.json";
import { type SessionCookie, signIn } from "@/testing/sign-in";

const [url = "", email = "", password = "", minutes = "12"] = process.argv.slice(2);
if (password === "") {
  console.error("Usage: npx tsx scripts/evening.ts URL EMAIL PASSWORD [MINUTES]");
  process.exit(1);
}

const POLL_MS = 1_000;
/** Exceptions that need a free courier come last. */
const IN_THIS_ORDER: readonly ExceptionKind[] = [
  "question",
  "at_door",
  "going_back",
  "webhook_failing",
  "silent_courier",
  "not_accepted",
  "late",
  "courier_not_found",
];
const AGAIN_MS = 30_000;
const SHOWN_WITHIN_MS = 15_000;

class NoCourierFreeError extends Error {}

interface Figures {
  readonly delays: number[];
  busy: number;
  readonly clicks: number[];
  readonly troubles: string[];
}

const figures = new Map<ExceptionKind, Figures>(
  EXCEPTION_KINDS.map((kind) => [kind, { delays: [], busy: 0, clicks: [], troubles: [] }]),
);
const of = (kind: ExceptionKind) => figures.get(kind) as Figures;
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

declare global {
  interface Window {
    evening: { readonly rows: Record<string, number>; readonly longTasks: number[] };
  }
}

function watchPage(): void {
  window.evening = { rows: {}, longTasks: [] };
  const { rows, longTasks } = window.evening;
  const look = () => {
    const shown = new Set<string>();
    for (const row of document.querySelectorAll<HTMLElement>("[data-exception]")) {
      const key = row.dataset.exception ?? "";
      shown.add(key);
      rows[key] ??= Date.now();
    }
    for (const key of Object.keys(rows)) if (!shown.has(key)) delete rows[key];
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
}

const requested = async (cookie: SessionCookie): Promise<ConsoleBoard> => {
  const answer = await fetch(`${url}/ops/state?mode=test`, {
    headers: { Cookie: `${cookie.name}=${cookie.value}` },
  });
  if (!answer.ok) throw new Error(`/ops/state was answered with ${answer.status}.`);
  return (await answer.json()) as ConsoleBoard;
};

/** Start of each exception: the time of its threshold, but not before it was last absent. */
class Onsets {
  readonly open = new Map<string, { readonly exception: Exception; readonly at: number; told: boolean }>();
  #lookedAt: number | null = null;

  look(board: ConsoleBoard, now: number): void {
    const found = new Map(findExceptions(board, now).map((one) => [exceptionKey(one), one]));
    for (const key of this.open.keys()) if (!found.has(key)) this.open.delete(key);
    for (const [key, exception] of found) {
      if (this.open.has(key)) continue;
      const due = Date.parse(exception.since) + THRESHOLDS[exception.kind].afterMs;
      // The start of an exception that precedes the first check is unknown.
      const notified = this.#lookedAt === null;
      this.open.set(key, {
        exception,
        at: Math.min(now, Math.max(due, this.#lookedAt ?? now)),
        told: notified,
      });
    }
    this.#lookedAt = now;
  }

  /** Records the time until each exception's row appeared. */
  tell(rows: Readonly<Record<string, number>>): void {
    for (const [key, onset] of this.open) {
      const shownAt = rows[key];
      if (onset.told || shownAt === undefined) continue;
      onset.told = true;
      of(onset.exception.kind).delays.push(Math.max(0, shownAt - onset.at));
    }
  }

  missed(now: number): Exception[] {
    return [...this.open.values()]
      .filter(({ told, at }) => !told && now - at > SHOWN_WITHIN_MS)
      .map(({ exception }) => exception);
  }
}

/** Returns the number of clicks. */
async function settle(page: Page, { kind }: Exception, row: Locator): Promise<number> {
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click({ timeout: 20_000 });
    clicks += 1;
  };
  const sheet = page.locator("aside");
  const button = (name: string) => sheet.getByRole("button", { name, exact: true });
  const confirm = page.locator("dialog[open] button[type=submit]");
  await click(row);
  switch (kind) {
    case "courier_not_found":
    case "not_accepted":
    case "silent_courier":
    case "late": {
      const { assign, reassign } = words.sheet;
      await click(button(assign).or(button(reassign)));
      // If no courier can be chosen, the exception is retried later.
      const none = sheet.getByText(ops.reassign.none_free).or(sheet.getByText(ops.reassign.none_fits));
      const chosen = sheet.locator("input[type=radio]:checked");
      await chosen.or(none).first().waitFor({ state: "attached", timeout: SHOWN_WITHIN_MS });
      if (await none.isVisible()) throw new NoCourierFreeError();
      await click(sheet.locator("button[type=submit]"));
      break;
    }
    case "at_door":
      await click(button(ops.order.override.label));
      await click(confirm);
      break;
    case "question": {
      const notified = button(words.sheet.told_shop);
      // Returned goods may become the next exception.
      const answer = button(ops.order.question.return);
      await click(notified.or(answer));
      if (await confirm.isVisible()) await click(confirm);
      break;
    }
    case "going_back":
      await click(button(ops.order.take_back));
      await click(confirm);
      break;
    case "webhook_failing":
      await click(button(words.sheet.told_shop));
  }
  return clicks;
}

const heapMb = async (devtools: CDPSession): Promise<number> => {
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Math.round((metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0) / 2 ** 20);
};

const cookie = await signIn(url, email, password);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  // Drawing a map without a graphics card would measure the drawing.
  args: ["--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis"],
});
const context = await browser.newContext({
  baseURL: url,
  locale: "en-US",
  viewport: { width: 1440, height: 900 },
  reducedMotion: "reduce",
});
await context.addCookies([cookie]);
const page = await context.newPage();
// tsx wraps functions in a helper that the page does not have.
await page.addInitScript("globalThis.__name = (given) => given");
await page.addInitScript(watchPage);
const devtools = await context.newCDPSession(page);
await devtools.send("Performance.enable");

await page.goto("/ops?mode=test");
const begin = page.getByRole("button", { name: ops.evening.begin });
const end = page.getByRole("button", { name: ops.evening.end });
await begin.or(end).waitFor();
if (await begin.isVisible()) await begin.click();
await end.waitFor();
const startedAt = Date.now();
const heapAtFirst = await heapMb(devtools);

const onsets = new Onsets();
const missed = new Set<string>();
let mostOrders = 0;
let isWatching = true;
async function watch(): Promise<void> {
  while (isWatching) {
    const board = await requested(cookie).catch(() => null);
    const rows = await page.evaluate(() => window.evening.rows).catch(() => null);
    if (board !== null && rows !== null) {
      onsets.look(board, Date.now());
      onsets.tell(rows);
      for (const one of onsets.missed(Date.now())) missed.add(exceptionKey(one));
      mostOrders = Math.max(mostOrders, board.orderCount);
    }
    await pause(POLL_MS);
  }
}

/** Handles the least recently tried exception first. */
async function work(): Promise<void> {
  const tried = new Map<string, number>();
  while (Date.now() - startedAt < Number(minutes) * 60_000) {
    const next = [...onsets.open.values()]
      .filter(
        ({ exception, told }) => told && Date.now() > (tried.get(exceptionKey(exception)) ?? 0) + AGAIN_MS,
      )
      .map(({ exception }) => exception)
      // A row that waits for a free courier must not delay the others.
      .toSorted(
        (a, b) =>
          (tried.get(exceptionKey(a)) ?? 0) - (tried.get(exceptionKey(b)) ?? 0) ||
          IN_THIS_ORDER.indexOf(a.kind) - IN_THIS_ORDER.indexOf(b.kind),
      )
      .at(0);
    if (next === undefined) {
      await pause(POLL_MS);
      continue;
    }
    const key = exceptionKey(next);
    tried.set(key, Date.now());
    const row = page.locator(`[data-exception="${key}"]`);
    try {
      const clicks = await settle(page, next, row);
      await row.waitFor({ state: "detached", timeout: SHOWN_WITHIN_MS });
      of(next.kind).clicks.push(clicks);
      console.error(`${key}: ${clicks} clicks`);
    } catch (error) {
      if (error instanceof NoCourierFreeError) of(next.kind).busy += 1;
      else {
        const [what] = String(error).split("\n", 1);
        const output = await page.locator("aside [role=alert]").allTextContents();
        const trouble = [`${key}: ${what}`, ...output].join(" ");
        of(next.kind).troubles.push(trouble);
        console.error(trouble);
      }
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Escape");
    }
  }
}

const watching = watch();
await work();
const longTasks = await page.evaluate(() => window.evening.longTasks);
const heapAtLast = await heapMb(devtools);

isWatching = false;
await watching;
await page.goto("/ops?mode=test");
await end.click();
await page.locator("dialog[open] button[type=submit]").click();
await begin.waitFor();
await browser.close();

const seconds = (milliseconds: number | undefined) =>
  milliseconds === undefined ? "" : (milliseconds / 1_000).toFixed(1);
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const greatest = (values: readonly number[]) => (values.length === 0 ? undefined : Math.max(...values));

console.log("| exception | seen | to its row, s: median, worst | settled | clicks | no courier free |");
console.log("| --- | --: | --: | --: | --: | --: |");
for (const [kind, { delays, clicks, busy }] of figures) {
  const shown = `${seconds(middle(delays))}, ${seconds(greatest(delays))}`;
  const cells = [kind, delays.length, shown, clicks.length, greatest(clicks) ?? "", busy];
  console.log(`| ${cells.join(" | ")} |`);
}
for (const { troubles } of figures.values()) for (const trouble of troubles) console.log(trouble);
for (const key of missed) console.log(`${key} had no row ${SHOWN_WITHIN_MS / 1_000} s after its onset`);
console.log(
  `${minutes} min; at most ${mostOrders} open orders; ` +
    `long tasks ${longTasks.length}, median ${Math.round(middle(longTasks) ?? 0)} ms, worst ${Math.round(greatest(longTasks) ?? 0)} ms; ` +
    `heap ${heapAtFirst} MB at first, ${heapAtLast} MB at last`,
);
