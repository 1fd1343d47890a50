import { getRequestedLocale } from "@/app/get-requested-locale";
import { publicResponse } from "@/app/public-response";
import { config } from "@/lib/config";
import { CHANGELOG, entryId } from "@/lib/docs/changelog";
import { plainText } from "@/lib/docs/doc";
import { MESSAGES } from "@/messages/messages";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function GET(request: Request): Response {
  const locale = getRequestedLocale(request);
  const words = MESSAGES[locale].docs;
  const page = `${config().publicUrl}/changelog`;
  const entries = CHANGELOG[locale].map(({ date, title, changes }, index) => {
    const address = `${page}#${entryId(locale, index)}`;
    return `<entry><id>${address}</id><link href="${address}"/><title>${escaped(title)}</title><updated>${date}T00:00:00Z</updated><content type="text">${escaped(changes.map(plainText).join("\n"))}</content></entry>`;
  });
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}"><id>${page}</id><title>Dropline: ${escaped(words.changelog)}</title><author><name>Dropline</name></author><link href="${page}"/><link rel="self" href="${page}.xml?lang=${locale}"/><updated>${CHANGELOG[locale][0]?.date}T00:00:00Z</updated>
${entries.join("\n")}
</feed>
`;
  return publicResponse(feed, "application/atom+xml; charset=utf-8");
}
