import { type BundledLanguage, codeToHtml } from "shiki";

// Highlighting takes milliseconds that other requests would wait for. The samples are our own, so the cache stays
// small.
const coloured = new Map<string, Promise<string>>();

function colour(code: string, language: BundledLanguage): Promise<string> {
  const name = `${language} ${code}`;
  const html =
    coloured.get(name) ??
    codeToHtml(code, {
      lang: language,
      themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      defaultColor: false,
    });
  coloured.set(name, html);
  return html;
}

/** Shows one of our samples, highlighted on the server; its box scrolls on its own and by keyboard. */
export async function Code({
  code,
  language,
  label,
}: {
  code: string;
  language: BundledLanguage;
  label: string;
}) {
  const html = await colour(code, language);
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-ground p-4 text-[13px] leading-relaxed [&_pre]:font-mono"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shiki escapes the code, which is our own.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Code within a sentence. */
export function Term({ children }: { children: string }) {
  return (
    <code className="rounded-md bg-fill px-1 py-0.5 font-mono text-[0.9em] break-words [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}

/** Renders text whose `backticks` mark code, as in descriptions. */
export function Prose({ text }: { text: string }) {
  return (
    text
      .split("`")
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity.
      .map((piece, index) => (index % 2 === 1 ? <Term key={index}>{piece}</Term> : piece))
  );
}
