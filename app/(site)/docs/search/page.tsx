import MiniSearch from "minisearch";
import { getTranslations } from "next-intl/server";
import { listSearchEntries } from "@/app/(site)/docs/list-search-entries";
import type { Query } from "@/app/alternates";
import { titleMetadata } from "@/app/title-metadata";
import { SearchForm } from "@/components/docs/search-form";
import { getLanguage } from "@/components/ui/get-language";
import { Link } from "@/components/ui/link";
import { fillIndex, SEARCH_OPTIONS, type SearchEntry, searchIndex } from "@/lib/docs/search";
import type { Locale } from "@/lib/locale/locale";

export const generateMetadata = titleMetadata("docs.search.title");

const MOST = 50;
const indices = new Map<Locale, (typed: string) => SearchEntry[]>();

function getFinder(locale: Locale): (typed: string) => SearchEntry[] {
  const known = indices.get(locale);
  if (known !== undefined) return known;
  const entries = listSearchEntries(locale);
  const index = new MiniSearch<SearchEntry & { id: number }>(SEARCH_OPTIONS);
  fillIndex(index, entries);
  const find = (typed: string) =>
    searchIndex(index, typed)
      .slice(0, MOST)
      .flatMap((id) => entries[id] ?? []);
  indices.set(locale, find);
  return find;
}

export default async function SearchPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [t, locale, { q }] = await Promise.all([getTranslations("docs.search"), getLanguage(), searchParams]);
  const typed = typeof q === "string" ? q.slice(0, 128) : "";
  const found = typed.trim() === "" ? [] : getFinder(locale)(typed);
  return (
    <main id="main" className="mx-auto max-w-3xl px-4 pt-10 pb-14 sm:px-6">
      <h1 className="type-display">{t("title")}</h1>
      <p className="mt-4 text-soft">{t("lead")}</p>
      <SearchForm typed={typed} />
      {typed !== "" && found.length === 0 && <p className="mt-8 text-soft">{t("none")}</p>}
      <ul className="mt-8">
        {found.map(({ href, title, section, text }) => (
          <li key={href} className="border-t border-line">
            <Link href={href} className="block py-3">
              <span className="font-medium text-link">{title}</span>{" "}
              <span className="text-xs text-faint [overflow-wrap:anywhere]">{section}</span>
              <span className="block text-sm text-soft">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
