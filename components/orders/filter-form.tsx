"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useTransition } from "react";
import { listAddress } from "@/components/orders/address";
import { useHasShortcuts } from "@/components/palette/shortcuts";
import { Link } from "@/components/ui/link";
import { INPUT, LINK, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { isNarrowed, type OrderFilter, readFilter } from "@/lib/orders/list/order-filter";

const DATE = `${INPUT} w-full sm:w-40`;

/** Filters the list. Without script the form is submitted as it is; with it, empty fields are left out. */
export function FilterForm({
  filter,
  mode,
  timeZone,
}: {
  filter: OrderFilter;
  mode: Mode;
  timeZone: string;
}) {
  const t = useTranslations("orders.filter");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const id = useId();
  useSlash(search);
  useEffect(() => {
    // The back button and a reset change the URL under the fields.
    for (const name of ["search", "from", "to"] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = filter[name];
    }
  }, [filter]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const asked = readFilter((name) => String(sent.get(name) ?? ""));
    startTransition(() => router.push(listAddress(asked, mode)));
  };
  const days = { from: t("from"), to: t("to") };
  return (
    <search>
      <form
        ref={form}
        action="/dashboard/orders"
        onSubmit={send}
        className="mb-5 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end"
      >
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        {filter.view !== "all" && <input type="hidden" name="status" value={filter.view} />}
        <div className="relative col-span-2 min-w-0 sm:flex-1 sm:basis-72">
          <label htmlFor={`${id}search`} className="mb-1 block text-xs text-soft">
            {t("search_label")}
          </label>
          <div className="relative">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-3.5 left-3 size-4 text-soft"
            />
            <input
              ref={search}
              id={`${id}search`}
              type="search"
              name="search"
              maxLength={128}
              defaultValue={filter.search}
              placeholder={t("search_hint")}
              aria-keyshortcuts="/"
              className={`${INPUT} pr-10 pl-9 placeholder:text-soft`}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-2.5 right-2.5 hidden rounded-md border border-line px-1.5 text-sm text-soft [input:focus+&]:hidden [input:placeholder-shown+&]:pointer-fine:block"
            >
              /
            </span>
          </div>
        </div>
        {(["from", "to"] as const).map((name) => (
          <div key={name} className="min-w-0">
            <label htmlFor={`${id}${name}`} className="mb-1 block text-xs text-soft">
              {days[name]}
            </label>
            <input
              id={`${id}${name}`}
              type="date"
              name={name}
              defaultValue={filter[name]}
              title={t("days_hint", { zone: timeZone })}
              className={DATE}
            />
          </div>
        ))}
        <button
          type="submit"
          disabled={isPending}
          className={`${SECONDARY} ${isNarrowed(filter) ? "" : "max-sm:col-span-2"}`}
        >
          {isPending ? t("applying") : t("apply")}
        </button>
        {isNarrowed(filter) && (
          <Link
            href={listAddress(
              readFilter(() => ""),
              mode,
            )}
            className={`${LINK} inline-flex min-h-11 items-center justify-center text-sm`}
          >
            {t("reset")}
          </Link>
        )}
      </form>
    </search>
  );
}

/** Focuses a field on "/", which is the same key in both languages, unless somebody is typing. */
function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  const areOn = useHasShortcuts();
  useEffect(() => {
    if (!areOn) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key !== "/" && (event.code !== "Slash" || event.shiftKey)) return;
      const at = event.target;
      if (at instanceof HTMLElement && at.closest("input, textarea, select, [contenteditable], dialog"))
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [areOn, field]);
}
