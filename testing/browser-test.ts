import { type Browser, type BrowserContext, test as base, expect } from "@playwright/test";

/** Declares the console errors that a test expects from its page, each by part of its text. */
export type Expect = (...complaints: readonly RegExp[]) => void;

/** Chromium logs this warning when a script has already run a button's command. */
const IGNORED_COMMAND = /^A command attempted/;

/**
 * This project's browser test: it fails when a page it opened throws or logs an error, or when the focus leaves an open
 * dialog. A test declares errors that it causes itself with `expectComplaint`.
 */
export const test = base.extend<{ expectComplaint: Expect }>({
  expectComplaint: [
    async ({ browser }, use) => {
      const received: string[] = [];
      const expected: RegExp[] = [];
      const release = watchContexts(browser, (context) => {
        context.on("console", (message) => {
          if (message.type() === "error" || IGNORED_COMMAND.test(message.text()))
            received.push(`${message.text()} (${message.location().url})`);
        });
        context.on("weberror", (error) => received.push(String(error.error().stack ?? error.error())));
        return context.addInitScript(watchFocus);
      });
      await use((...complaints) => expected.push(...complaints));
      release();
      expect(received.filter((text) => !expected.some((one) => one.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Calls `watch` with every browser context before a page opens in it, including contexts that tests create. */
function watchContexts(browser: Browser, watch: (context: BrowserContext) => Promise<unknown>): () => void {
  const open = browser.newContext;
  browser.newContext = async (...options) => {
    const context = await open.apply(browser, options);
    await watch(context);
    return context;
  };
  return () => {
    browser.newContext = open;
  };
}

/**
 * Runs in the page: reports a focus outside an open dialog in three checks in a row. Checking every frame would keep
 * the page drawing, at a tenth of a core.
 */
function watchFocus(): void {
  let looks = 0;
  setInterval(() => {
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    const isOutside = dialog !== undefined && !dialog.contains(document.activeElement);
    looks = isOutside ? looks + 1 : 0;
    // biome-ignore lint/suspicious/noConsole: this is how the test learns of it
    if (looks === 3) console.error(`The focus has left the open dialog: ${dialog?.textContent}`);
  }, 25);
}
