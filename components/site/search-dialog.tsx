"use client";

import { FileText, Search, TextCursorInput, TriangleAlert, Webhook } from "lucide-react";
import MiniSearch from "minisearch";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { CloseButton } from "@/components/ui/close-button";
import { ComboboxList, ComboboxOption, useCombobox } from "@/components/ui/combobox";
import { fillIndex, SEARCH_OPTIONS, type SearchEntry, searchIndex } from "@/lib/docs/search";
import type { MESSAGES } from "@/messages/messages";

export type SearchWords = (typeof MESSAGES)["en"]["site"]["search"];

const ICONS = { page: FileText, operation: Webhook, field: TextCursorInput, error: TriangleAlert };
const MOST = 30;

export function SearchDialog(props: { locale: string; words: SearchWords; close: () => void }) {
  const { locale, words, close } = props;
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const entries = useEntries(locale);
  const index = useMemo(() => {
    if (!Array.isArray(entries)) return null;
    const made = new MiniSearch<SearchEntry & { id: number }>(SEARCH_OPTIONS);
    fillIndex(made, entries);
    return made;
  }, [entries]);
  const found = useMemo((): readonly SearchEntry[] => {
    if (index === null || !Array.isArray(entries)) return [];
    if (typed.trim() === "") return entries.filter(({ kind }) => kind === "page").slice(0, 8);
    return searchIndex(index, typed).flatMap((id) => entries[id] ?? []);
  }, [index, entries, typed]);
  const lines = found.slice(0, MOST).map((entry) => ({
    id: entry.href,
    choose: () => {
      close();
      router.push(entry.href);
    },
    entry,
  }));
  const combobox = useCombobox(lines, { firstIsActive: true });
  const name = { page: words.page, operation: words.operation, field: words.field_kind, error: words.error };
  return (
    <>
      <div className="flex items-center gap-3 border-b-2 border-line pr-4 pl-4 focus-within:border-focus">
        <Search aria-hidden="true" className="size-5 shrink-0 text-soft" />
        <input
          {...combobox.field}
          // biome-ignore lint/a11y/noAutofocus: the user opened the search to type
          autoFocus
          aria-label={words.field}
          placeholder={words.field}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={128}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            combobox.activate(null);
          }}
          className="min-h-14 w-full min-w-0 bg-transparent text-base outline-none! placeholder:text-faint"
        />
        <span className="mt-2">
          <CloseButton label={words.close} onClose={close} />
        </span>
      </div>
      <ComboboxList
        combobox={combobox}
        label={words.results}
        className="max-h-[min(28rem,64dvh)] overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {lines.map((line) => {
          const Icon = ICONS[line.entry.kind];
          return (
            <ComboboxOption
              key={line.id}
              combobox={combobox}
              choice={line}
              onPoint={() => combobox.activate(line.id)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm outline-focus aria-selected:bg-selected aria-selected:outline-2 aria-selected:-outline-offset-2"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
              <span className="min-w-0 flex-1">
                <span
                  className={`block truncate font-medium ${line.entry.kind === "field" || line.entry.kind === "error" ? "font-mono text-[13px]" : ""}`}
                >
                  {line.entry.title}
                </span>
                <span className="block truncate text-xs text-soft">
                  {line.entry.section !== "" && <span className="sm:hidden">{line.entry.section} · </span>}
                  {line.entry.text}
                </span>
              </span>
              <span className="hidden max-w-[14rem] shrink-0 truncate text-xs text-soft sm:block">
                {line.entry.section === "" ? name[line.entry.kind] : line.entry.section}
              </span>
            </ComboboxOption>
          );
        })}
      </ComboboxList>
      <p role="status" className={lines.length > 0 ? "sr-only" : "px-5 py-4 text-sm text-soft"}>
        {entries === "failed"
          ? words.failed
          : entries === null
            ? words.loading
            : lines.length > 0
              ? `${words.results}: ${found.length}`
              : words.none.replace("{text}", typed.trim())}
      </p>
    </>
  );
}

function useEntries(locale: string): readonly SearchEntry[] | "failed" | null {
  const [entries, setEntries] = useState<readonly SearchEntry[] | "failed" | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    fetch(`/docs/search.json?lang=${locale}`, { signal: stop.signal })
      .then((answer) => answer.json() as Promise<{ entries: SearchEntry[] }>)
      .then(({ entries: all }) => setEntries(all))
      .catch(() => {
        if (!stop.signal.aborted) setEntries("failed");
      });
    return () => stop.abort();
  }, [locale]);
  return entries;
}
