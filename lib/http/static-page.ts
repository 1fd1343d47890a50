import type { Locale } from "@/lib/locale/locale";

const STYLE = `
:root{color-scheme:light dark;--surface:#fff;--ink:#12211b;--soft:#46534c}
@media (prefers-color-scheme:dark){:root{--surface:#121c18;--ink:#eaf1ed;--soft:#a5b4ac}}
body{display:grid;place-content:center;justify-items:center;gap:12px;min-height:100dvh;margin:0;padding:0 20px;
box-sizing:border-box;background:var(--surface);color:var(--ink);text-align:center;
font:16px/1.5 Onest,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
svg{width:64px;height:64px;fill:none;stroke:var(--soft);stroke-width:2;stroke-linejoin:round}
main{display:grid;justify-items:center;gap:12px}h1{margin:0;font-size:26px;line-height:1.2}p{max-width:26rem;margin:0;color:var(--soft)}`;

/** A page with only a message, without React: a Next page cannot set its status, and this page needs no script. */
export function staticPage(
  status: number,
  words: { locale: Locale; title: string; text: string },
  headers: Record<string, string> = {},
): Response {
  const html = `<!DOCTYPE html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<svg viewBox="0 0 64 64" aria-hidden="true"><path d="M14 24 32 14l18 10v20L32 54 14 44Zm0 0 18 10 18-10M32 34v20"/></svg>
<main><h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(words.text)}</p></main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
      ...headers,
    },
  });
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
