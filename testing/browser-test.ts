import { type Browser, type BrowserContext, test as base, expect } from "@playwright/test";

/** Declares the console errors that a test expects from its page, each by part of its text. */
export type Expect = (...complaints: readonly RegExp[]) => void;

/** Marks a test whose pages draw their maps. Other tests get the picture that a device without WebGL shows. */
const WITH_MAPS = "@map";

/** Chromium logs this warning when a script has already run a button's command. */
const IGNORED_COMMAND = /^A command attempted/;

/**
 * This project's browser test: it fails when a page it opened throws or logs an error, or when the focus leaves an open
 * dialog. A test declares errors that it causes itself with `expectComplaint`.
 */
export const test = base.extend<{ expectComplaint: Expect }>({
  expectComplaint: [
    async ({ browser }, use, { tags }) => {
      const received: string[] = [];
      const expected: RegExp[] = [];
      const release = watchContexts(browser, async (context) => {
        context.on("console", (message) => {
          if (message.type() === "error" || IGNORED_COMMAND.test(message.text()))
            received.push(`${message.text()} (${message.location().url})`);
        });
        context.on("weberror", (error) => received.push(String(error.error().stack ?? error.error())));
        await context.addInitScript(watchFocus);
        await context.addInitScript(endAnimations);
        if (!tags.includes(WITH_MAPS)) await context.addInitScript(hideWebGl);
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
 * Runs in the page: reports a focus outside an open dialog in three checks in a row. It checks only while a dialog is
 * open, and not every frame, which would keep the page drawing, at a tenth of a core.
 */
function watchFocus(): void {
  let looks = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    if (dialog === undefined) {
      clearInterval(timer);
      timer = undefined;
    }
    const isOutside = dialog !== undefined && !dialog.contains(document.activeElement);
    looks = isOutside ? looks + 1 : 0;
    // biome-ignore lint/suspicious/noConsole: this is how the test learns of it
    if (looks === 3) console.error(`The focus has left the open dialog: ${dialog?.textContent}`);
  };
  new MutationObserver(() => {
    timer ??= setInterval(look, 25);
  }).observe(document, { subtree: true, attributeFilter: ["open"] });
}

/** Runs in the page: lets endless animations end after one round, since they keep a page drawing. */
function endAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { animation-iteration-count: 1 !important }");
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page: makes it one of a device without WebGL. Drawing a map in software costs more than the rest of a page. */
function hideWebGl(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    options: unknown,
  ) {
    return kind.startsWith("webgl") ? null : getContext.call(this, kind, options);
  } as typeof getContext;
}
