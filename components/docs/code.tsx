import { type BundledLanguage, codeToHtml } from "shiki";

// Cached: highlighting takes milliseconds that would delay other requests, and the samples are few.
const colored = new Map<string, Promise<string>>();

function color(code: string, language: BundledLanguage): Promise<string> {
  const name = `${language} ${code}`;
  const html =
    colored.get(name) ??
    codeToHtml(code, {
      lang: language,
      themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
      defaultColor: false,
    });
  colored.set(name, html);
  return html;
}

export async function Code(props: { code: string; language: BundledLanguage; label: string }) {
  const { code, language, label } = props;
  const html = await color(code, language);
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
