/** A mail to be sent. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The text of a letter in one language. */
export interface LetterWords {
  readonly subject: string;
  readonly text: string;
  readonly button: string;
  readonly note: string;
}

/**
 * Writes a letter around a link. A new address's language is unknown, so it says everything in each.
 *
 * @param fill replaces the words in braces
 */
export function writeLetter(
  to: string,
  link: string,
  languages: readonly LetterWords[],
  fill: Readonly<Record<string, string>>,
): Letter {
  const said = languages.map((words) => ({
    subject: filled(words.subject, fill),
    text: filled(words.text, fill),
    button: words.button,
    note: filled(words.note, fill),
  }));
  const href = escapeHtml(link);
  const html = said.map(
    ({ text, button, note }) =>
      `<p>${escapeHtml(text)}</p><p><a href="${href}">${escapeHtml(button)}</a></p><p><small>${escapeHtml(note)}</small></p>`,
  );
  return {
    to,
    subject: said.map(({ subject }) => subject).join(" · "),
    text: `${said.map(({ text, note }) => `${text}\n\n${link}\n\n${note}`).join("\n\n—\n\n")}\n`,
    html: `<!DOCTYPE html><html><body style="font:16px/1.5 sans-serif;max-width:34em">${html.join("<hr>")}</body></html>`,
  };
}

function filled(words: string, fill: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
