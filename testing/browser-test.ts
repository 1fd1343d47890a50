import { type Browser, type BrowserContext, test as base, expect } from "@playwright/test";

/** Says which complaints of a page belong to the test, each by a part of its text. */
export type Expect = (...complaints: readonly RegExp[]) => void;

/**
 * The browser test of this project: whatever a page throws or complains of on its console fails the test that opened
 * it, and so does a focus that leaves an open dialog. A test names what it brings about by `expectComplaint`.
 */
export const test = base.extend<{ expectComplaint: Expect }>({
  expectComplaint: [
    async ({ browser }, use) => {
      const heard: string[] = [];
      const expected: RegExp[] = [];
      const release = watchContexts(browser, (context) => {
        context.on("console", (message) => {
          if (message.type() === "error") heard.push(`${message.text()} (${message.location().url})`);
        });
        context.on("weberror", (error) => heard.push(String(error.error().stack ?? error.error())));
        return context.addInitScript(watchFocus);
      });
      await use((...complaints) => expected.push(...complaints));
      release();
      expect(heard.filter((text) => !expected.some((one) => one.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Hands every context of a browser on before a page is opened in it, those that tests make themselves as well. */
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
 * Runs in the page: complains of a focus that has been outside of an open dialog each of three times that it looked. A
 * look per frame would have the page draw all the time, at a tenth of a core.
 */
function watchFocus(): void {
  let looks = 0;
  setInterval(() => {
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    const isOutside = dialog !== undefined && !dialog.contains(document.activeElement);
    looks = isOutside ? looks + 1 : 0;
    // biome-ignore lint/suspicious/noConsole: this is how the test hears of it
    if (looks === 3) console.error(`The focus has left the open dialog: ${dialog?.textContent}`);
  }, 25);
}
