import { describe, expect, it } from "vitest";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";

const WORDS = { subject: "Join", text: "Join {account}.", button: "Open", note: "Works until {until}." };
const LINK = "https://drop.example/join/x";
const HEAD = { name: "Tea", accent: "#ffe1a0", glyph: "ink", logoUrl: null } as const;

const written = (head: Parameters<typeof renderEmail>[1]["head"], account = "Tea", count = 1) =>
  renderEmail("a@example.com", {
    head,
    publicUrl: "https://drop.example",
    link: LINK,
    languages: [
      { locale: "ru" as const, words: WORDS },
      { locale: "en" as const, words: WORDS },
    ].slice(0, count),
    fill: { account, until: "Monday" },
  });

describe("an email", () => {
  it("contains its full text in each of its languages, with the link as text and as HTML", () => {
    const letter = written(HEAD, "Tea", 2);
    expect(letter.subject).toBe("Join · Join");
    expect(letter.text.match(/https:\/\/drop\.example\/join\/x/g)).toHaveLength(2);
    expect(letter.html.match(/href="https:\/\/drop\.example\/join\/x"/g)).toHaveLength(2);
    expect(letter.html.match(/ lang="(ru|en)"/g)).toEqual([' lang="ru"', ' lang="ru"', ' lang="en"']);
    expect(letter.text).toContain("Join Tea.");
    expect(letter.text).toContain("Works until Monday.");
    expect(letter.text.endsWith("Tea · Dropline\n")).toBe(true);
  });

  it("shows the account's logo, or its initial on its accent color, or the service's name", () => {
    const logo = written({ ...HEAD, logoUrl: "/logos/ab.webp" });
    expect(logo.html).toContain('<img src="https://drop.example/logos/ab.webp"');
    expect(written(HEAD).html).toMatch(/background:#ffe1a0;color:#12211b[^>]*>T</);
    expect(written({ ...HEAD, accent: null }).html).toMatch(/background:#123b2f;color:#ffffff[^>]*>T</);
    expect(written(null).html).toMatch(/>Dropline</);
  });

  it("escapes the account's name and does not replace placeholders inside it", () => {
    const account = '<img src="x"> {until}';
    const letter = written({ ...HEAD, name: account }, account);
    expect(letter.html).toContain("Join &lt;img src=&quot;x&quot;&gt; {until}.");
    expect(letter.html).not.toContain("<img");
  });

  it.each([
    ["en", null, ["en"]],
    ["ru", "en", ["ru"]],
    [null, "en", ["en", "ru"]],
    [null, "ru", ["ru", "en"]],
    [null, null, ["ru", "en"]],
    ["xx", null, ["ru", "en"]],
  ])("to a reader of %s from a sender of %s is written in %j", (reader, writer, languages) => {
    expect(chooseLanguages(reader, writer)).toEqual(languages);
  });
});
