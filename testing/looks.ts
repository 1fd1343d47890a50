import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The sizes that pages are made for. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

export type Device = keyof typeof SIZES;

/** What is left of a desktop where text is four times as large (WCAG 1.4.10). */
export const NARROWEST = { width: 320, height: 640 } as const;

/**
 * The looks in which axe sees each page. Names depend on the language, contrast on the theme, structure on the size,
 * and none of them on another, so each stands once.
 */
export const LOOKS = [
  { locale: "ru", colorScheme: "light", device: "phone" },
  { locale: "en", colorScheme: "dark", device: "desktop" },
] as const;

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Expects that axe finds nothing on a page against WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // The pages have no frames, for whose sake axe would open another page to sum up in.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: WCAG, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  expect([page.url(), violations]).toEqual([page.url(), []]);
}

/** Expects that nothing stands over the edge of a page, whatever its size. Leaves it in the last. */
export async function expectNoOverflow(page: Page): Promise<void> {
  for (const size of [NARROWEST, SIZES.phone, SIZES.desktop]) {
    await page.setViewportSize(size);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([page.url(), size.width, over <= 0]).toEqual([page.url(), size.width, true]);
  }
}

/** Expects that nothing overflows on any size, and that axe finds nothing in the layout of one. */
export async function expectGoodLooks(page: Page, device: Device): Promise<void> {
  await expectNoOverflow(page);
  await page.setViewportSize(SIZES[device]);
  await expectAccessible(page);
}
