import { Window } from "happy-dom";
import type { Locale } from "@/lib/locale/locale";
import type { SessionCookie } from "@/testing/sign-in";

/** A page as the server rendered it, for tests that need no browser. */
export interface ReadPage {
  readonly status: number;
  /** Its URL after all redirects. */
  readonly url: string;
  readonly html: string;
  readonly text: string;
  /** The text of its main heading; empty when it has none. */
  readonly heading: string;
  /** The text and link of each table row. */
  readonly rows: readonly { readonly text: string; readonly href: string }[];
  /** The same of each list item. */
  readonly items: readonly { readonly text: string; readonly href: string }[];
  /** Returns the target of the link with this text; null when there is none. */
  readonly linkTo: (text: string) => string | null;
}

/**
 * Requests a page with a user's session. Next renders the text of a missing-page screen in the browser, so the
 * response lacks it.
 */
export async function readPage(
  url: string,
  { name, value }: SessionCookie,
  locale: Locale = "en",
): Promise<ReadPage> {
  const answer = await fetch(url, { headers: { Cookie: `${name}=${value}; locale=${locale}` } });
  const html = await answer.text();
  const page = new Window();
  const { body } = new page.DOMParser().parseFromString(html, "text/html");
  for (const script of body.querySelectorAll("script")) script.remove();
  const links = new Map(
    [...body.querySelectorAll("a")].map((link) => [link.textContent.trim(), link.getAttribute("href") ?? ""]),
  );
  const getLines = (selector: string) =>
    [...body.querySelectorAll(selector)].map((line) => ({
      text: line.textContent,
      href: line.querySelector("a")?.getAttribute("href") ?? "",
    }));
  const [rows, items] = [getLines("tbody tr"), getLines("li")];
  const text = body.textContent;
  const heading = body.querySelector("h1")?.textContent ?? "";
  await page.happyDOM.close();
  const linkTo = (name: string) => {
    const href = links.get(name);
    return href === undefined ? null : new URL(href, url).href;
  };
  return { status: answer.status, url: answer.url, html, text, heading, rows, items, linkTo };
}
