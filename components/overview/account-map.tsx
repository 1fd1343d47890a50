"use client";

import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { BoardMap, type BoardReader } from "@/components/map/board-map";
import { Link } from "@/components/ui/link";
import { QueryCache } from "@/components/ui/query-cache";
import { PRIMARY } from "@/components/ui/styles";
import { useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import type { Board } from "@/lib/board/board";
import type { Locale } from "@/lib/locale/locale";
import { inMode } from "@/lib/pages/mode";

interface Given {
  mode: Mode;
  locale: Locale;
  styleUrl: string | null;
  initial: Board;
  now: number;
}

/** The map of an account's open orders in one of its modes. */
export function AccountMap(given: Given) {
  return (
    <QueryCache>
      <LiveBoard {...given} />
    </QueryCache>
  );
}

function readerIn(mode: Mode): BoardReader {
  return {
    words: "overview.map",
    // Most shops have a single pickup.
    tellingStop: -1,
    nameOf: ({ externalOrderId }) => externalOrderId,
    hrefOf: (code) => inMode(`/dashboard/orders/${code}`, mode),
    wayOf: (code) => `/dashboard/map/way?code=${encodeURIComponent(code)}`,
  };
}

function LiveBoard({ mode, initial, ...given }: Given) {
  const { data, connection } = useLive(
    { state: `/dashboard/map/state?mode=${mode}`, events: `/dashboard/map/events?mode=${mode}` },
    initial,
  );
  return (
    <BoardMap
      reader={readerIn(mode)}
      board={data}
      connection={connection}
      empty={<Nothing mode={mode} />}
      {...given}
    />
  );
}

function Nothing({ mode }: { mode: Mode }) {
  const t = useTranslations("overview.map");
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
      <div className="pointer-events-auto max-w-xs rounded-xl border border-line bg-surface p-5 text-center">
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
