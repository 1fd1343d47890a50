"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine } from "@/components/map/marker";
import { type MapFilter, MapList } from "@/components/overview/map-list";
import { useMapMarkers } from "@/components/overview/map-markers";
import { codeOf, courierMark, useAccountBoard, wayQuery } from "@/components/overview/use-account-board";
import { Link } from "@/components/ui/link";
import { QueryCache } from "@/components/ui/query-cache";
import { PRIMARY } from "@/components/ui/styles";
import { useNow } from "@/components/ui/use-now";
import type { Mode } from "@/lib/accounts/scope";
import type { Locale } from "@/lib/locale/locale";
import { type AccountBoard, isUnheard, type MapMark, toneOf } from "@/lib/overview/account-board";
import { inMode } from "@/lib/pages/mode";

interface Given {
  mode: Mode;
  locale: Locale;
  styleUrl: string | null;
  initial: AccountBoard;
  now: number;
}

/** The map of an account's open orders in one of its modes, next to a list that says the same in words. */
export function AccountMap(given: Given) {
  return (
    <QueryCache>
      <MapAndList {...given} />
    </QueryCache>
  );
}

const MARKS_EVERY_MS = 20_000;
const NO_MARKS: readonly MapMark[] = [];

/** Places of the orders that the board does not describe; none while it describes all of them. */
function useMarks(mode: Mode, { counts, orders }: AccountBoard): readonly MapMark[] {
  const { data } = useQuery({
    queryKey: ["marks", mode],
    enabled: counts.open > orders.length,
    refetchInterval: MARKS_EVERY_MS,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<MapMark[]> => {
      const answer = await fetch(`/dashboard/map/marks?mode=${mode}`, { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
  });
  return counts.open > orders.length ? (data ?? NO_MARKS) : NO_MARKS;
}

/** The selected order's route; straight from stop to stop until it is loaded. */
function useWay(code: string | null, order: AccountBoard["orders"][number] | undefined): MapLine[] {
  const { data } = useQuery(wayQuery(code, order?.stops));
  const points = data ?? order?.stops;
  return code === null || points === undefined ? [] : [{ id: code, points }];
}

function MapAndList({ mode, locale, styleUrl, initial, now: atFirst }: Given) {
  const t = useTranslations("overview.map");
  const { data: board, connection } = useAccountBoard(mode, initial);
  const marks = useMarks(mode, board);
  const now = useNow(atFirst);
  const [selected, setSelected] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [filter, setFilter] = useState<MapFilter>("all");
  const shown = useMemo(() => filtered(board, filter, now), [board, filter, now]);
  const chosenCode =
    selected === null
      ? null
      : (codeOf(selected) ??
        board.couriers.find(({ id }) => courierMark(id) === selected)?.orderCode ??
        null);
  const chosen = board.orders.find(({ code }) => code === chosenCode);
  const lines = useWay(chosenCode, chosen);
  const markers = useMapMarkers({ board, shown, marks, filter, chosen, now });
  const select = (mark: string) => setSelected((before) => (before === mark ? null : mark));
  return (
    <div className="flex flex-col lg:grid lg:h-[calc(100dvh-1rem-2px)] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="relative z-10 h-[46dvh] min-h-64 bg-fill lg:h-auto [@media(min-height:40rem)_and_(width<64rem)]:sticky [@media(min-height:40rem)_and_(width<64rem)]:top-0">
        <LazyMap
          loading={t("loading")}
          markers={markers}
          lines={lines}
          label={t("label")}
          styleUrl={styleUrl}
          locale={locale}
          selected={selected}
          onSelect={select}
          onFail={() => setFailed(true)}
          home="all"
          className="h-full w-full"
        />
        {isFailed && (
          <p role="status" className="absolute inset-x-4 top-4 rounded-lg bg-raised p-3 text-sm shadow-e1">
            {t("failed")}
          </p>
        )}
        {board.counts.open === 0 && board.couriers.length === 0 && <Nothing mode={mode} />}
      </div>
      <MapList
        board={board}
        shown={shown}
        chosenCode={chosen === undefined ? chosenCode : null}
        connection={connection}
        filter={filter}
        onFilter={setFilter}
        mode={mode}
        selected={selected}
        onSelect={select}
        now={now}
      />
    </div>
  );
}

/** What a filter leaves of a board. */
function filtered(
  board: AccountBoard,
  filter: MapFilter,
  now: number,
): Pick<AccountBoard, "couriers" | "orders"> {
  if (filter === "all") return board;
  if (filter === "silent") {
    const couriers = board.couriers.filter((courier) => isUnheard(courier, now));
    const ids = new Set(couriers.map(({ id }) => id));
    return { couriers, orders: board.orders.filter(({ courierId }) => ids.has(courierId ?? "")) };
  }
  const orders = board.orders.filter((order) => toneOf(order, now) === filter);
  const ids = new Set(orders.map(({ courierId }) => courierId));
  return { orders, couriers: board.couriers.filter(({ id }) => ids.has(id)) };
}

function Nothing({ mode }: { mode: Mode }) {
  const t = useTranslations("overview.map");
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
      <div className="pointer-events-auto max-w-xs rounded-xl bg-raised p-5 text-center shadow-e1">
        <MapPinOff aria-hidden="true" className="mx-auto size-6 text-soft" />
        <p className="mt-2 font-medium">{t("nothing")}</p>
        <p className="mt-1 text-sm text-soft">{t(`nothing_hint_${mode}`)}</p>
        <Link href={inMode("/dashboard/new", mode)} className={`${PRIMARY} mt-4`}>
          {t("new")}
        </Link>
      </div>
    </div>
  );
}
