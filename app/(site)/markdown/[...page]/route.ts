import { findDoc } from "@/app/(site)/docs/docs";
import { choosePrefix } from "@/app/(site)/docs/operation-doc";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { getRequestedLocale } from "@/app/get-requested-locale";
import { publicResponse } from "@/app/public-response";
import { config } from "@/lib/config";
import { changelogDoc } from "@/lib/docs/changelog";
import { renderMarkdown } from "@/lib/docs/render-markdown";
import { parsePrefix } from "@/lib/http/api-prefix";
import { PREFIXES } from "@/lib/http/errors";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ page: string[] }> },
): Promise<Response> {
  const [first, ...rest] = (await params).page;
  const locale = getRequestedLocale(request);
  const expected = parsePrefix(new URL(request.url).searchParams.get("prefix")) ?? PREFIXES[0];
  const town = await readSampleTown(locale);
  const doc =
    first === "changelog"
      ? changelogDoc(locale)
      : findDoc(rest.join("/"), { locale, prefix: expected, base: config().publicUrl, town });
  if (doc === null) return new Response("Not found\n", { status: 404 });
  const prefix = doc.operation === undefined ? expected : choosePrefix(doc.operation, expected);
  const headers = { "Content-Language": locale, "X-Robots-Tag": "noindex" };
  return publicResponse(
    renderMarkdown({ locale, prefix, town }, doc),
    "text/markdown; charset=utf-8",
    headers,
  );
}
