import { type DocContext, findDoc } from "@/app/(site)/docs/docs";
import { ERROR_PAGES } from "@/app/(site)/docs/errors";
import { buildNavigation } from "@/app/(site)/docs/navigation";
import { getRequestedLocale } from "@/app/get-requested-locale";
import { publicResponse } from "@/app/public-response";
import { config } from "@/lib/config";
import { plainText } from "@/lib/docs/doc";
import { PREFIXES } from "@/lib/http/errors";
import { MESSAGES } from "@/messages/messages";

export function GET(request: Request): Response {
  const locale = getRequestedLocale(request);
  const base = config().publicUrl;
  const reading: DocContext = { locale, prefix: PREFIXES[0], base, town: null };
  const line = (path: string, title: string, text: string) =>
    `- [${title}](${base}${path}.md?lang=${locale})${text === "" ? "" : `: ${text}`}`;
  const groups = buildNavigation(locale).map(({ title, links }) => {
    const lines = links.flatMap(({ href, title: name }) => {
      if (href === "/pricing") return [];
      const doc = findDoc(href.replace(/^\/docs\/?/, ""), reading);
      return [line(href, name, firstSentence(plainText(doc?.lead ?? "")))];
    });
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  const errors = ERROR_PAGES.map(({ slug, ids, meaning }) =>
    line(`/docs/errors/${slug}`, ids.join(", "), plainText(meaning[locale])),
  );
  const first = findDoc("", reading);
  const text = [
    "# Dropline",
    `> ${plainText(first?.lead ?? "")}`,
    `OpenAPI 3.1: ${base}/openapi.json`,
    ...groups,
    `## ${MESSAGES[locale].docs.error.all}\n\n${errors.join("\n")}`,
  ].join("\n\n");
  return publicResponse(`${text}\n`, "text/plain; charset=utf-8");
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}
