import { describe, expect, it } from "vitest";
import { writeLetter } from "@/lib/mail/letter";

const WORDS = { subject: "Join", text: "Join {account}.", button: "Open", note: "Works until {until}." };

describe("a letter", () => {
  it("says everything in each language, with the link in both forms", () => {
    const letter = writeLetter("a@example.com", "https://drop.example/join/x", [WORDS, WORDS], {
      account: "Tea",
      until: "Monday",
    });
    expect(letter.subject).toBe("Join · Join");
    expect(letter.text.match(/https:\/\/drop\.example\/join\/x/g)).toHaveLength(2);
    expect(letter.html.match(/href="https:\/\/drop\.example\/join\/x"/g)).toHaveLength(2);
    expect(letter.text).toContain("Join Tea.");
    expect(letter.text).toContain("Works until Monday.");
  });

  it("escapes an account's name, and fills nothing in twice", () => {
    const account = '<img src="x"> {until}';
    const letter = writeLetter("a@example.com", "https://x", [WORDS], { account, until: "Monday" });
    expect(letter.html).toContain("Join &lt;img src=&quot;x&quot;&gt; {until}.");
    expect(letter.html).not.toContain("<img");
  });
});
