import type { Page } from "@playwright/test";

/**
 * Reloads a page without its script files, as a user on a slow network sees it.
 *
 * @returns a function that releases the scripts
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((settle) => {
    release = settle;
  });
  await page.route("**/*.js", async (route) => {
    await released;
    await route.fallback();
  });
  await page.reload({ waitUntil: "commit" });
  return release;
}
