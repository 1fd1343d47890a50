import { LOCALES, type Locale } from "@/lib/locale/locale";

export type LetterWords = Readonly<Record<"subject" | "text" | "button" | "note", string>>;

export interface LetterHead {
  readonly name: string;
  readonly accent: string | null;
  readonly glyph: "white" | "ink";
  readonly logoUrl: string | null;
}

/** Languages of an email: the recipient's or, if unknown, all of them with the sender's first. */
export function chooseLanguages(reader: string | null, writer: string | null = null): readonly Locale[] {
  const own = LOCALES.filter((locale) => locale === reader);
  if (own.length > 0) return own;
  return [...LOCALES].sort((a, b) => Number(b === writer) - Number(a === writer));
}

export type Email = ReturnType<typeof renderEmail>;

/** Text and HTML around a link; `head` is null for letters to operators, `fill` replaces words in braces. */
export function renderEmail(
  to: string,
  {
    head,
    publicUrl,
    link,
    languages,
    fill,
  }: {
    head: LetterHead | null;
    publicUrl: string;
    link: string;
    languages: readonly { readonly locale: Locale; readonly words: LetterWords }[];
    fill: Readonly<Record<string, string>>;
  },
) {
  const output = languages.map(({ locale, words }) => ({
    locale,
    subject: filled(words.subject, fill),
    text: filled(words.text, fill),
    button: words.button,
    note: filled(words.note, fill),
  }));
  const blocks = output.map((one) => block(one, link)).join(`<div class="line" style="${LINE}"></div>`);
  return {
    to,
    subject: output.map(({ subject }) => subject).join(" · "),
    text: `${output.map(({ text, note }) => `${text}\n\n${link}\n\n${note}`).join("\n\n—\n\n")}\n\n${signature(head)}\n`,
    html: page(output[0]?.locale ?? "en", `${renderHead(head, publicUrl)}${blocks}`, signature(head)),
  };
}

const SANS = `Onest,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const LINE = "height:1px;margin:32px 0;background:#e4e2d9";
// Mail clients may ignore this style sheet, so essential styles are inline.
const DARK = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.ground{background:#0b1310!important}
.card{background:#121c18!important}.ink{color:#eaf1ed!important}.soft{color:#a5b4ac!important}
.line{background:#24332d!important}.button{background:#e3ede7!important;color:#12211b!important}}`;

function page(locale: Locale, body: string, foot: string): string {
  return `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK}</style></head><body class="ground" style="margin:0;background:#f5f4ef"><table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f4ef"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td class="card" style="padding:32px;border-radius:16px;background:#ffffff;font-family:${SANS}">${body}</td></tr><tr><td class="soft" style="padding:20px 32px 0;font:12px/16px ${SANS};color:#46534c">${escapeHtml(foot)}</td></tr></table></td></tr></table></body></html>`;
}

function renderHead(head: LetterHead | null, publicUrl: string): string {
  const name = head?.name ?? "Dropline";
  const tile = "width:40px;height:40px;border-radius:10px";
  const logo = head?.logoUrl ?? null;
  const [ground, ink] =
    head?.accent === undefined || head.accent === null
      ? ["#123b2f", "#ffffff"]
      : [head.accent, head.glyph === "white" ? "#ffffff" : "#12211b"];
  const letter = (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "·").toUpperCase();
  const picture =
    logo === null
      ? `<td width="40" height="40" align="center" style="${tile};background:${ground};color:${ink};font:600 20px/40px ${SANS}" aria-hidden="true">${escapeHtml(letter)}</td>`
      : `<td width="40"><img src="${escapeHtml(publicUrl + logo)}" width="40" height="40" alt="" style="display:block;${tile}"></td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-bottom:28px"><tr>${picture}<td class="ink" style="padding-left:12px;font:600 16px/24px ${SANS};color:#12211b">${escapeHtml(name)}</td></tr></table>`;
}

function block(said: LetterWords & { readonly locale: Locale }, link: string): string {
  const href = escapeHtml(link);
  return `<div lang="${said.locale}"><h1 class="ink" style="margin:0 0 12px;font:600 24px/30px ${SANS};letter-spacing:-0.02em;color:#12211b">${escapeHtml(said.subject)}</h1><p class="ink" style="margin:0 0 24px;font:16px/24px ${SANS};color:#12211b;overflow-wrap:anywhere">${escapeHtml(said.text)}</p><p style="margin:0 0 24px"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#123b2f;color:#ffffff;font:500 16px/20px ${SANS};text-decoration:none">${escapeHtml(said.button)}</a></p><p class="soft" style="margin:0;font:14px/20px ${SANS};color:#46534c">${escapeHtml(said.note)}</p></div>`;
}

function signature(head: LetterHead | null): string {
  return head === null ? "Dropline" : `${head.name} · Dropline`;
}

function filled(words: string, fill: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
