"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Package, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { OrderName } from "@/components/orders/detail/order-name";
import type { Command } from "@/components/palette/commands";
import { SEARCH_WORDS } from "@/components/palette/search-words";
import { readSetting, writeSetting } from "@/components/palette/setting";
import { type Choice, ComboboxList, ComboboxOption, useCombobox } from "@/components/ui/combobox";
import { StatusPill } from "@/components/ui/status-pill";
import { type SearchResult, useOrderSearch } from "@/components/ui/use-order-search";
import type { Mode } from "@/lib/account-scope";
import type { SearchEntry } from "@/lib/docs/search";
import { matchesQuery } from "@/lib/http/matches-query";
import type { Locale } from "@/lib/locale/locale";
import type { SearchHit } from "@/lib/orders/list/suggest-orders";

const RECENT_SETTING = "dropline-recent-actions";
const MAX_RECENT = 3;

export type PaletteHit = Omit<SearchHit, "mode"> & { readonly mode?: Mode; readonly accountName?: string };

interface FinderItem extends Choice {
  readonly content: ReactNode;
}

interface Group {
  readonly name: "recent" | "go" | "do" | "orders" | "docs";
  readonly lines: readonly FinderItem[];
}

const recentIds = (): string[] => (readSetting(RECENT_SETTING) ?? "").split(" ").filter(Boolean);

function remember(id: string): void {
  const ids = [id, ...recentIds().filter((other) => other !== id)];
  writeSetting(RECENT_SETTING, ids.slice(0, MAX_RECENT).join(" "));
}

interface Props {
  commands: readonly Command[];
  ordersAt: string;
  locale: Locale;
  openOrder: (order: PaletteHit, part: string | null) => void;
  openDocs: (href: string) => void;
}

export function Finder({ commands, ordersAt, locale, openOrder, openDocs }: Props) {
  const t = useTranslations("dashboard.palette");
  const [typed, setTyped] = useState("");
  const found = useOrderSearch<PaletteHit>(ordersAt, typed);
  const prefix = useId();
  const [asking, setAsking] = useState<Command | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const ask = (command: Command) => {
    setAsking(command);
    setTyped("");
    field.current?.focus();
  };
  const docs = useDocs(asking === null ? typed : "", locale);
  const groups =
    asking === null
      ? buildGroups(typed, commands, found.orders, { openOrder, ask, docs, openDocs })
      : toOrderGroups(found.orders, (order) => openOrder(order, asking.orderPart ?? null));
  const choices = groups.flatMap(({ lines }) => lines);
  const combobox = useCombobox(choices, { firstIsActive: true });
  return (
    <>
      <div className="flex items-center gap-3 border-b-2 border-line px-4 focus-within:border-focus">
        <Search aria-hidden="true" className="size-5 shrink-0 text-soft" />
        {asking !== null && (
          <span className="flex-none rounded-md bg-fill px-2 py-1 text-sm whitespace-nowrap">
            {asking.label}
          </span>
        )}
        <input
          {...combobox.field}
          ref={field}
          aria-label={asking === null ? t("input") : t("which_order", { action: asking.label })}
          aria-describedby={`${prefix}hint`}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={128}
          placeholder={t(asking === null ? "placeholder" : "which_placeholder")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            combobox.activate(null);
          }}
          className="min-h-14 w-full min-w-0 bg-transparent text-base outline-none! placeholder:text-soft"
        />
      </div>
      <ComboboxList
        combobox={combobox}
        label={t("results")}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ name, lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
          <div key={name} role="group" aria-labelledby={`${prefix}${name}-title`}>
            <p id={`${prefix}${name}-title`} role="presentation" className="px-3 pt-3 pb-1 text-xs text-soft">
              {t(name)}
            </p>
            {lines.map((line) => (
              <ComboboxOption
                key={line.id}
                combobox={combobox}
                choice={line}
                onPoint={() => combobox.activate(line.id)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm outline-focus aria-selected:bg-selected aria-selected:outline-2 aria-selected:-outline-offset-2"
              >
                {line.content}
              </ComboboxOption>
            ))}
          </div>
        ))}
      </ComboboxList>
      {(asking === null || typed.trim() !== "") && (
        <Note found={found} count={choices.length} typed={typed.trim()} />
      )}
      <p id={`${prefix}hint`} className="border-t border-line px-5 py-3 text-xs text-soft">
        {t("hint")}
      </p>
    </>
  );
}

function buildGroups(
  typed: string,
  commands: readonly Command[],
  orders: readonly PaletteHit[],
  more: Pick<Props, "openOrder" | "openDocs"> & {
    ask: (command: Command) => void;
    docs: readonly SearchEntry[];
  },
): Group[] {
  const { openOrder, openDocs, ask, docs } = more;
  const asLine = (command: Command): FinderItem => ({
    id: command.id,
    choose: () => {
      remember(command.id);
      if (command.orderPart === undefined) command.run();
      else ask(command);
    },
    content: <CommandLine command={command} />,
  });
  const isTyped = typed.trim() !== "";
  const recent = isTyped ? [] : recentIds();
  const recentOnes = recent.flatMap((id) => commands.filter((command) => command.id === id));
  const others = commands.filter(
    (command) =>
      !recentOnes.includes(command) && matchesQuery(`${command.label} ${SEARCH_WORDS[command.id]}`, typed),
  );
  // Orders arrive later than commands, and must not move the line that the reader is about to choose.
  const groups: Group[] = [
    { name: "recent", lines: recentOnes.map(asLine) },
    { name: "go", lines: others.filter(({ group }) => group === "go").map(asLine) },
    { name: "do", lines: others.filter(({ group }) => group === "do").map(asLine) },
    ...toOrderGroups(orders, (order) => openOrder(order, null)),
    {
      name: "docs",
      lines: docs.map((entry) => ({
        id: `docs-${entry.href}`,
        choose: () => openDocs(entry.href),
        content: <DocsLine entry={entry} />,
      })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

function toOrderGroups(orders: readonly PaletteHit[], choose: (order: PaletteHit) => void): Group[] {
  if (orders.length === 0) return [];
  const lines = orders.map((order) => ({
    id: `order-${order.code}`,
    choose: () => choose(order),
    content: <OrderLine order={order} />,
  }));
  return [{ name: "orders", lines }];
}

const DocsLine = ({ entry: { title, section } }: { entry: SearchEntry }) => (
  <>
    <BookOpen aria-hidden="true" className="size-4 shrink-0 text-soft" />
    <span className="min-w-0 flex-1 truncate">{title}</span>
    <span className="max-w-[45%] truncate text-xs text-soft">{section}</span>
  </>
);

const CommandLine = ({ command: { icon: Icon, label, keys } }: { command: Command }) => (
  <>
    <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
    <span className="min-w-0 flex-1 truncate">{label}</span>
    {keys !== null && (
      <span aria-hidden="true" className="shrink-0 font-mono text-xs text-soft">
        {keys}
      </span>
    )}
  </>
);

function OrderLine({ order }: { order: PaletteHit }) {
  const t = useTranslations("dashboard.palette");
  return (
    <>
      <Package aria-hidden="true" className="size-4 shrink-0 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="flex gap-3">
          <OrderName code={order.code} externalOrderId={order.externalOrderId} />
        </span>
        <span className="block truncate text-xs text-soft">
          {order.accountName !== undefined && (
            <>
              <bdi>{order.accountName}</bdi> ·{" "}
            </>
          )}
          <bdi>{order.street}</bdi>, {order.building}
        </span>
      </span>
      {order.mode === "test" && (
        <span className="shrink-0 rounded-md border border-late bg-test-tint px-1.5 text-xs text-ink">
          {t("test")}
        </span>
      )}
      <span className="shrink-0">
        <StatusPill status={order.status} hasCourier={order.hasCourier} isScheduled={order.isScheduled} />
      </span>
    </>
  );
}

function Note({ found, count, typed }: { found: SearchResult<PaletteHit>; count: number; typed: string }) {
  const t = useTranslations("dashboard.palette");
  const isSeen = found.state === "searching" || found.state === "failed" || count === 0;
  const text =
    found.state === "failed"
      ? t("failed")
      : found.state === "searching"
        ? t("searching")
        : count === 0
          ? t("none", { text: typed })
          : t("count", { count });
  return (
    <p
      role="status"
      className={
        isSeen ? `px-5 py-3 text-sm ${found.state === "failed" ? "text-late" : "text-soft"}` : "sr-only"
      }
    >
      {text}
    </p>
  );
}

const LEAST_TYPED = 2;
const MAX_FOUND = 5;

function useDocs(typed: string, locale: Locale): readonly SearchEntry[] {
  const isAsked = typed.trim().length >= LEAST_TYPED;
  const { data } = useQuery({
    queryKey: ["docs", locale],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<SearchEntry[]> => {
      const answer = await fetch(`/docs/search.json?lang=${locale}`, { signal });
      if (!answer.ok) return [];
      return ((await answer.json()) as { entries: SearchEntry[] }).entries;
    },
  });
  return isAsked && data !== undefined ? findEntries(data, typed) : [];
}

/** Matches in titles come first. */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const byTitle = entries.filter(({ title }) => matchesQuery(title, typed));
  const byText = entries.filter(
    (entry) =>
      !byTitle.includes(entry) &&
      matchesQuery([entry.title, entry.section, entry.text, entry.words].join(" "), typed),
  );
  return [...byTitle, ...byText].slice(0, MAX_FOUND);
}
