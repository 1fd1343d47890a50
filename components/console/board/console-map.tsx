"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useRoutePath } from "@/components/console/use-route-path";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { readState } from "@/components/ui/use-live";
import { isBoardItemScheduled } from "@/lib/console/board";
import type { ConsoleBoard } from "@/lib/console/console-board";
import { type Exception, findNextStop, type Severity } from "@/lib/console/exceptions";
import type { CandidateView } from "@/lib/console/find-reassignment";
import { isCourierStale } from "@/lib/couriers/freshness";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/point";

export const courierMark = (id: string) => `courier:${id}`;
export const orderMark = (code: string) => `order:${code}`;

/** Covers the map below its markers. */
const LEGEND = { bottom: 48 } as const;
const SHEET = { ...LEGEND, right: 440 } as const;

function useWay(code: string | null, courier?: string): Point[] | undefined {
  const { data } = useQuery({
    queryKey: ["ops-way", code, courier],
    enabled: code !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Point[]> => {
      const requested = new URLSearchParams({ code: code ?? "", ...(courier && { courier }) });
      return readState(await fetch(`/ops/way?${requested}`, { signal }));
    },
    retry: false,
  });
  return code === null ? undefined : data;
}

function useLines(code: string | null, courierId: string | null, candidate: CandidateView | null): MapLine[] {
  const way = useWay(code);
  const route = useRoutePath(courierId);
  const approach = useWay(candidate === null ? null : code, candidate?.id);
  return useMemo(
    () => [
      ...(route === undefined ? [] : [{ id: "route", points: route, role: "other" } as const]),
      ...(way === undefined
        ? []
        : [{ id: "order", points: way, role: approach ? "other" : "ahead" } as const]),
      ...(approach === undefined ? [] : [{ id: "candidate", points: approach }]),
    ],
    [way, route, approach],
  );
}

interface Props {
  board: ConsoleBoard;
  exceptions: readonly Exception[];
  now: number;
  locale: Locale;
  styleUrl: string | null;
  orderCode: string | null;
  candidate: CandidateView | null;
  hasSheet: boolean;
  selected: string | null;
  onSelect: (mark: string) => void;
}

export function ConsoleMap(props: Props) {
  const { board, exceptions, now, locale, styleUrl, orderCode, candidate, hasSheet, selected } = props;
  const { onSelect } = props;
  const t = useTranslations("console.map");
  const [isFailed, setFailed] = useState(false);
  const courierId = board.orders.find(({ code }) => code === orderCode)?.courierId ?? null;
  const lines = useLines(orderCode, courierId, candidate);
  const all = useMemo(() => {
    const severities = new Map(exceptions.map(({ subject, severity }) => [subject, severity]));
    return toMarkers(board, severities, now);
  }, [board, exceptions, now]);
  const note = useNote(candidate);
  const markers = useMemo(() => {
    const id = candidate && courierMark(candidate.id);
    return note === null ? all : all.map((marker) => (marker.id === id ? { ...marker, note } : marker));
  }, [all, candidate, note]);
  return (
    <>
      <LazyMap
        loading={t("loading")}
        markers={markers}
        lines={lines}
        label={t("label")}
        styleUrl={styleUrl}
        locale={locale}
        selected={selected}
        onSelect={onSelect}
        onReady={() => setFailed(false)}
        onFail={() => setFailed(true)}
        home="all"
        cover={hasSheet ? SHEET : LEGEND}
        className="h-full w-full"
      />
      {isFailed && (
        <p role="status" className="absolute inset-x-4 top-20 rounded-lg bg-raised p-3 text-sm shadow-e1">
          {t("failed")}
        </p>
      )}
      <Legend />
    </>
  );
}

function useNote(candidate: CandidateView | null): string | null {
  const t = useTranslations("console");
  if (candidate === null || candidate.way === null) return null;
  const minutes = Math.max(1, Math.round(candidate.way.seconds / 60));
  return `${candidate.name}, ${t("minutes", { count: minutes })}`;
}

function toMarkers(board: ConsoleBoard, severities: ReadonlyMap<string, Severity>, now: number): MapMarker[] {
  const couriers = board.couriers.flatMap((courier): MapMarker[] => {
    if (courier.position === null) return [];
    const { latitude, longitude, heading } = courier.position;
    const isResting = courier.breakSince !== null && courier.orderCode === null;
    const tone =
      isResting || isCourierStale(courier.position.receivedAt, now)
        ? "stale"
        : courier.orderCode === null
          ? "normal"
          : "busy";
    const label = [courier.name, courier.orderCode].filter((part) => part !== null).join(", ");
    return [{ id: courierMark(courier.id), latitude, longitude, kind: "courier", heading, tone, label }];
  });
  const place = (code: string, latitude: number, longitude: number, isWaiting: boolean): MapMarker => {
    const severity = severities.get(code);
    const tone = severity === "bad" || severity === "late" ? severity : isWaiting ? "new" : "normal";
    return { id: orderMark(code), latitude, longitude, kind: "order", heading: null, tone, label: code };
  };
  const orders = board.orders.flatMap((order) => {
    const { code, courierId, status } = order;
    const stop = findNextStop(order);
    const isWaiting = courierId === null && status !== "cancelled" && !isBoardItemScheduled(order, now);
    return stop === undefined ? [] : [place(code, stop.latitude, stop.longitude, isWaiting)];
  });
  const others = board.marks.map(([code, latitude, longitude]) => place(code, latitude, longitude, false));
  return [...couriers, ...orders, ...others];
}

const COURIER_COLORS = {
  busy: "border-surface bg-[light-dark(var(--on-live),var(--live))] fill-[light-dark(var(--live),var(--on-live))]",
  free: "border-(--route) bg-(--route-casing) fill-(--route)",
  silent: "border-dashed border-faint fill-faint",
} as const;

function Legend() {
  const t = useTranslations("console.map");
  const disc = "flex size-4.5 items-center justify-center rounded-full border-2";
  return (
    <ul className="absolute bottom-3 left-3 z-10 flex gap-x-4 rounded-lg bg-raised px-3 py-2 text-xs font-medium shadow-e1 max-lg:hidden">
      {Object.entries(COURIER_COLORS).map(([kind, color]) => (
        <li key={kind} className="flex items-center gap-2">
          <svg viewBox="0 0 24 24" aria-hidden="true" className={`${disc} ${color}`}>
            <path d="M12 5 18 19l-6-3.4L6 19z" />
          </svg>
          {t(kind)}
        </li>
      ))}
    </ul>
  );
}
