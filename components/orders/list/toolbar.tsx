"use client";

import { Rows2, Rows4, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useTransition } from "react";
import { listAddress } from "@/components/orders/list/address";
import { FilterPanel, type FilterProps } from "@/components/orders/list/filter-panel";
import { useSetting, writeSetting } from "@/components/palette/setting";
import { useHasShortcuts } from "@/components/palette/shortcuts";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { usePreHydrationInput } from "@/components/ui/use-pre-hydration-input";
import { type OrderFilter, readFilter } from "@/lib/orders/list/order-filter";

const SEARCH_AFTER_MS = 250;
const DENSITY_SETTING = "dropline-density";

export const useDensity = (): "usual" | "dense" =>
  useSetting(DENSITY_SETTING) === "dense" ? "dense" : "usual";

/** Searches when typing pauses; Enter goes to the first order. Works without scripts. */
export function Toolbar({ onEnter, ...props }: FilterProps & { onEnter: () => void }) {
  const { filter, mode } = props;
  const t = useTranslations("orders.filter");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const form = usePreHydrationInput<HTMLFormElement>();
  const search = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useSlash(search);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The back button and a reset change the URL. They do not overwrite text that the user is typing.
    const field = search.current;
    if (field === null || document.activeElement === field) return;
    if (field.value.trim() !== filter.search) field.value = filter.search;
  }, [filter.search]);
  const requested = (): OrderFilter => {
    const sent = new FormData(form.current ?? undefined);
    // A search covers all days.
    return readFilter((name) =>
      name === "status" && sent.get(name) === "today" ? "" : String(sent.get(name) ?? ""),
    );
  };
  const go = (isTyping: boolean) => {
    clearTimeout(timer.current);
    const address = listAddress(requested(), mode);
    if (address === listAddress(filter, mode)) return false;
    // Back leaves the search at once instead of undoing it letter by letter.
    const isStep = isTyping && filter.search !== "";
    startTransition(() => (isStep ? router.replace(address) : router.push(address)));
    return true;
  };
  const later = useEffectEvent(() => void go(true));
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!go(false) && document.activeElement === search.current) onEnter();
  };
  return (
    <search>
      <form
        ref={form}
        action="/dashboard/orders"
        onSubmit={send}
        className="flex items-center gap-2 px-4 py-2.5 sm:px-6 print:hidden"
      >
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <div className="relative min-w-0 flex-1 sm:max-w-64">
          <label htmlFor={id} className="sr-only">
            {t("search_label")}
          </label>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
          />
          <input
            ref={search}
            id={id}
            type="search"
            name="search"
            maxLength={128}
            defaultValue={filter.search}
            placeholder={t("search_hint")}
            title={t("search_label")}
            aria-keyshortcuts="/"
            aria-busy={isPending}
            autoComplete="off"
            onChange={() => {
              clearTimeout(timer.current);
              timer.current = setTimeout(later, SEARCH_AFTER_MS);
            }}
            className="block min-h-11 w-full rounded-lg border border-line bg-surface pr-8 pl-8.5 text-base placeholder:text-faint hover:border-field-line focus:outline-2 focus:-outline-offset-1 focus:outline-focus sm:min-h-8 sm:text-sm"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 rounded-md border border-line px-1.5 font-sans text-[0.6875rem] leading-4 text-faint [input:focus+&]:hidden [input:placeholder-shown+&]:pointer-fine:block"
          >
            /
          </span>
        </div>
        <FilterPanel {...props} />
        <span role="status" className="sr-only">
          {isPending ? t("applying") : ""}
        </span>
        <DensitySwitch />
      </form>
    </search>
  );
}

function DensitySwitch() {
  const t = useTranslations("orders.density");
  const isDense = useDensity() === "dense";
  const Icon = isDense ? Rows4 : Rows2;
  return (
    <button
      type="button"
      aria-pressed={isDense}
      aria-label={t("dense")}
      title={t(isDense ? "to_usual" : "to_dense")}
      onClick={() => writeSetting(DENSITY_SETTING, isDense ? "usual" : "dense")}
      className={`${GHOST_ICON} ml-auto max-lg:hidden`}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

/** "/" is the same key on Russian and English keyboards. */
function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  const areOn = useHasShortcuts();
  useDocumentEvent("keydown", (event) => {
    if (!areOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key !== "/" && (event.code !== "Slash" || event.shiftKey)) return;
    const at = event.target;
    if (at instanceof HTMLElement && at.closest("input, textarea, select, [contenteditable], dialog")) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
}

const GHOST_ICON =
  "flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-hover sm:size-8";
