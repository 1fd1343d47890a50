"use client";

import { BoardMap, type BoardReader } from "@/components/map/board-map";
import { useBoard } from "@/components/ops/use-board";
import { QueryCache } from "@/components/ui/query-cache";
import type { Mode } from "@/lib/accounts/scope";
import type { Board } from "@/lib/board/board";
import type { Locale } from "@/lib/locale/locale";

interface Given {
  mode: Mode;
  locale: Locale;
  styleUrl: string | null;
  initial: Board;
  now: number;
}

/** The map of a mode's couriers and open orders, of every account. */
export function OpsMap(given: Given) {
  return (
    <QueryCache>
      <LiveBoard {...given} />
    </QueryCache>
  );
}

const READER: BoardReader = {
  words: "ops.map",
  tellingStop: 0,
  nameOf: ({ accountName }) => accountName,
  hrefOf: (code) => `/ops/orders/${code}`,
  wayOf: (code) => `/ops/way?code=${encodeURIComponent(code)}`,
};

function LiveBoard({ mode, initial, ...given }: Given) {
  return <BoardMap reader={READER} {...useBoard(mode, initial)} {...given} />;
}
