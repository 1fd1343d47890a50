import type { Metadata } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider, useTranslations } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { findDoc } from "@/app/(site)/docs/docs";
import { OperationCode, QuickStart } from "@/app/(site)/docs/interactive";
import { buildNavigation } from "@/app/(site)/docs/navigation";
import { choosePrefix } from "@/app/(site)/docs/operation-doc";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { buildAlternates, type Query } from "@/app/alternates";
import { Blocks } from "@/components/docs/blocks";
import { DocsFrame } from "@/components/docs/docs-frame";
import { formatDate } from "@/components/docs/fields";
import { Prose } from "@/components/docs/prose";
import { SearchForm } from "@/components/docs/search-form";
import { Island } from "@/components/site/island";
import { getLanguage } from "@/components/ui/get-language";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import type { Operation } from "@/lib/api/operation";
import { config } from "@/lib/config";
import { operationSince } from "@/lib/docs/changelog";
import { type Doc, plainText } from "@/lib/docs/doc";
import { PREFIX_COOKIE, parsePrefix } from "@/lib/http/api-prefix";
import { PREFIXES, type Prefix } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";

const CODE_TITLE = "font-mono text-xl font-medium";

interface Props {
  params: Promise<{ page?: string[] }>;
  searchParams: Promise<Query>;
}

/** `doc` is null for an unknown page, whose status proxy.ts sets. */
async function read({ params, searchParams }: Props) {
  const [{ page = [] }, query, jar, locale] = await Promise.all([
    params,
    searchParams,
    cookies(),
    getLanguage(),
  ]);
  const requested = typeof query.prefix === "string" ? query.prefix : undefined;
  const prefix = parsePrefix(requested) ?? parsePrefix(jar.get(PREFIX_COOKIE)?.value) ?? PREFIXES[0];
  const town = await readSampleTown(locale);
  const doc = findDoc(page.join("/"), { locale, prefix, base: config().publicUrl, town });
  return { doc, locale, prefix };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { doc, locale } = await read(props);
  if (doc === null) {
    return { title: (await getTranslations("ui.missing"))("heading"), robots: { index: false } };
  }
  return {
    title: doc.title,
    description: plainText(doc.lead).slice(0, 300),
    alternates: buildAlternates(locale, buildPath(doc), await props.searchParams),
  };
}

const buildPath = ({ path }: Doc): string => (path === "" ? "/docs" : `/docs/${path}`);

export default async function DocsPage(props: Props) {
  const { doc, locale, prefix } = await read(props);
  if (doc === null) return <MissingDoc locale={locale} prefix={prefix} />;
  const [t, messages] = await Promise.all([getTranslations("docs"), getMessages()]);
  const { operation } = doc;
  const shown = operation === undefined ? prefix : choosePrefix(operation, prefix);
  return (
    <DocsFrame
      groups={buildNavigation(locale)}
      current={buildPath(doc)}
      prefix={prefix}
      code={operation === undefined ? null : <OperationCode operation={operation} prefix={shown} />}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className={`[overflow-wrap:anywhere] ${doc.isCode ? CODE_TITLE : "type-display"}`}>
          {doc.title}
        </h1>
        <Island
          name="CopyPage"
          props={{
            href: `${buildPath(doc)}.md?lang=${locale}&prefix=${shown}`,
            words: { copy: t("copy"), copied: t("copied") },
          }}
        />
      </div>
      {operation !== undefined && <Call operation={operation} prefix={shown} locale={locale} />}
      <p className="mt-4 max-w-[60ch] text-base text-soft">
        <Prose text={doc.lead} />
      </p>
      {doc.path === "first-order" && <QuickStart path={buildPath(doc)} />}
      <NextIntlClientProvider messages={{ try: { copy: messages.try.copy, copied: messages.try.copied } }}>
        <Blocks blocks={doc.blocks} operationId={operation?.operationId ?? ""} />
      </NextIntlClientProvider>
    </DocsFrame>
  );
}

function MissingDoc({ locale, prefix }: { locale: Locale; prefix: Prefix }) {
  const t = useTranslations("ui.missing");
  return (
    <DocsFrame groups={buildNavigation(locale)} current="" prefix={prefix} code={null}>
      <h1 className="type-display">{t("heading")}</h1>
      <p className="mt-4 text-soft">{t("text")}</p>
      <SearchForm typed="" />
    </DocsFrame>
  );
}

async function Call({ operation, prefix, locale }: { operation: Operation; prefix: Prefix; locale: Locale }) {
  const t = await getTranslations("docs");
  const other = operation.prefixes.find((one) => one !== prefix);
  const since = operationSince(operation.operationId);
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="rounded-md bg-fir px-[7px] py-px font-mono text-xs leading-5 font-medium text-on-fir">
        {operation.method}
      </span>
      <code className="font-mono text-sm [overflow-wrap:anywhere]">
        /v1/{prefix}
        {operation.path}
      </code>
      <span className="text-sm text-faint">
        {other === undefined ? (
          t("only", { prefix: `/v1/${prefix}` })
        ) : (
          <>
            {t("or")}{" "}
            <a href={`?prefix=${other}`} className={LINK}>
              /v1/{other}
            </a>
          </>
        )}
      </span>
      <span className="text-xs text-faint">
        {since === null ? (
          t("since_first")
        ) : (
          <Link href={`/changelog#${since}`} className="hover:underline">
            {t("since")} <time dateTime={since}>{formatDate(locale, since)}</time>
          </Link>
        )}
      </span>
    </div>
  );
}
