import { createHighlighterCore } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import type { CodeLanguage } from "@/lib/docs/snippets";

// Only these, since a release contains what is imported.
const LANGUAGES = {
  bash: () => import("shiki/langs/bash.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  go: () => import("shiki/langs/go.mjs"),
} satisfies Record<CodeLanguage, unknown>;

const highlighter = createHighlighterCore({
  langs: Object.values(LANGUAGES),
  themes: [
    import("shiki/themes/github-light-high-contrast.mjs"),
    import("shiki/themes/github-dark-high-contrast.mjs"),
  ],
  engine: createOnigurumaEngine(import("shiki/wasm")),
});

// Cached: highlighting takes milliseconds that would delay other requests, and the samples are few.
const colored = new Map<string, Promise<string>>();

async function highlight(code: string, language: CodeLanguage): Promise<string> {
  return (await highlighter).codeToHtml(code, {
    lang: language,
    themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    defaultColor: false,
  });
}

export async function Code(props: { code: string; language: CodeLanguage; label: string }) {
  const { code, language, label } = props;
  const name = `${language} ${code}`;
  const found = colored.get(name) ?? highlight(code, language);
  colored.set(name, found);
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-ground p-4 text-[13px] leading-relaxed [&_pre]:font-mono"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shiki escapes the code, which is our own.
      dangerouslySetInnerHTML={{ __html: await found }}
    />
  );
}
