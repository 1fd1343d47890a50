import { TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ShownCandidate } from "@/components/ops/reassignment";
import { useDistance } from "@/components/order/use-distance";
import { ClockTime } from "@/components/ui/clock-time";
import type { CargoSize } from "@/lib/pricing/cargo-size";

interface Props {
  candidate: ShownCandidate;
  size: CargoSize;
  rank: number;
  isChosen: boolean;
  isHidden: boolean;
  choose: () => void;
}

export function CandidateRow({ candidate, size, rank, isChosen, isHidden, choose }: Props) {
  const t = useTranslations("ops.reassign");
  const ui = useTranslations("ui.transport");
  const format = useFormatter();
  const distance = useDistance();
  const { id, name, transport, way, arrival, busyWith, isTooSmall, isOnShift, isHeardOf } = candidate;
  const isOut = busyWith !== null;
  const vehicle = ui(transport);
  const note = isTooSmall
    ? t("too_small", { vehicle, size })
    : busyWith !== null
      ? t("busy", { code: busyWith })
      : t(isOnShift ? (isHeardOf ? "free" : "silent") : "off_shift", { vehicle });
  const minutes =
    way && format.number(Math.max(1, Math.round(way.seconds / 60)), { style: "unit", unit: "minute" });
  return (
    <label
      className={`relative ${isHidden ? "hidden" : "grid"} min-h-14 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-2 border-t border-line px-5 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus ${isChosen ? "bg-selected" : ""} ${isOut ? "" : "cursor-pointer hover:bg-hover"}`}
    >
      <input
        type="radio"
        name="courier"
        value={id}
        checked={isChosen}
        onChange={choose}
        disabled={isOut}
        className="sr-only"
      />
      <span aria-hidden="true" className="self-center text-xs text-soft">
        {isTooSmall ? <TriangleAlert className="size-4" /> : rank}
      </span>
      <span className={`truncate font-medium ${isOut || isTooSmall ? "text-soft" : ""}`}>{name}</span>
      <span className="text-right font-medium tabular-nums">
        {arrival === null ? "" : <ClockTime at={arrival.at} />}
      </span>
      <span className={`col-start-2 text-xs ${isTooSmall ? "text-late" : "text-soft"}`}>{note}</span>
      <span className="text-right text-xs whitespace-nowrap text-soft tabular-nums">
        {way === null ? t("nowhere") : `${minutes} · ${distance(way.meters)}`}
      </span>
    </label>
  );
}
