"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { DateTime } from "@/components/ui/date-time";
import type { TimePart } from "@/lib/api/request-log/histogram";

const HEIGHT = 64;
const WIDTH = 10;

export function Histogram(props: { parts: readonly TimePart[]; address: string }) {
  const { parts, address } = props;
  const t = useTranslations("requests.histogram");
  const format = useFormatter();
  const router = useRouter();
  const hint = useId();
  const [span, setSpan] = useState<{ anchor: number; end: number } | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const most = Math.max(1, ...parts.map(({ calls }) => calls));
  const sum = (some: readonly TimePart[], what: "calls" | "refused" | "failed") =>
    some.reduce((count, part) => count + part[what], 0);
  const [low, high] =
    span === null ? [0, 0] : [Math.min(span.anchor, span.end), Math.max(span.anchor, span.end)];
  const [first, last] = [parts.at(low), parts.at(high)];
  const within = span === null ? [] : parts.slice(low, high + 1);
  const show = () => {
    if (span === null || first === undefined || last === undefined) return;
    const mark = address.includes("?") ? "&" : "?";
    router.push(
      `${address}${mark}${new URLSearchParams({ from: first.from.toISOString(), to: last.to.toISOString() })}`,
    );
  };
  const toPlace = (event: PointerEvent<Element>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / Math.max(1, width)) * parts.length);
    return Math.min(parts.length - 1, Math.max(0, place));
  };
  const move = (by: number, isWider: boolean) => {
    const from = span?.end ?? (by > 0 ? -1 : parts.length);
    const end = Math.min(parts.length - 1, Math.max(0, from + by));
    setSpan({ anchor: isWider && span !== null ? span.anchor : end, end });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") move(1, event.shiftKey);
    else if (event.key === "ArrowLeft") move(-1, event.shiftKey);
    else if (event.key === "Enter") show();
    else if (event.key === "Escape") setSpan(null);
    else return;
    event.preventDefault();
  };
  return (
    <figure className="mb-5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot contain the chart. */}
      <div
        role="group"
        aria-label={t("label")}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys select a time span.
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setDrawing(true);
          setSpan({ anchor: toPlace(event), end: toPlace(event) });
        }}
        onPointerMove={(event) => {
          if (isDrawing && span !== null) setSpan({ ...span, end: toPlace(event) });
        }}
        onPointerUp={() => {
          setDrawing(false);
          show();
        }}
        onPointerCancel={() => {
          setDrawing(false);
          setSpan(null);
        }}
        className="cursor-crosshair touch-none rounded-md border-b border-line select-none"
      >
        <svg
          viewBox={`0 0 ${parts.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-16 w-full"
          role="img"
          aria-label={t("text", {
            total: sum(parts, "calls"),
            refused: sum(parts, "refused"),
            failed: sum(parts, "failed"),
          })}
        >
          {span !== null && (
            <rect
              x={low * WIDTH}
              width={(high - low + 1) * WIDTH}
              height={HEIGHT}
              className="fill-selected"
              data-testid="span"
            />
          )}
          {parts.map((part, place) => (
            <Bar key={part.from.getTime()} part={part} x={place * WIDTH + 1} most={most} />
          ))}
        </svg>
      </div>
      <figcaption className="mt-1.5 flex justify-between gap-4 text-xs text-soft">
        <span>{parts[0] !== undefined && <DateTime at={parts[0].from.toISOString()} short />}</span>
        <span role="status" className="text-ink">
          {first !== undefined && last !== undefined && span !== null && (
            <>
              <DateTime at={first.from.toISOString()} short /> – <DateTime at={last.to.toISOString()} short />
              : {t("calls", { count: sum(within, "calls") })}
            </>
          )}
        </span>
        <span>{t("most", { count: format.number(most) })}</span>
      </figcaption>
      <p id={hint} className="sr-only">
        {t("hint")}
      </p>
    </figure>
  );
}

export function HistogramPlaceholder() {
  return (
    <div aria-hidden="true" className="mb-5">
      <div className="h-16 border-b border-line" />
      <p className="mt-1.5 text-xs">&nbsp;</p>
    </div>
  );
}

/** Failures are at the bottom, visible even if few. */
function Bar({ part: { calls, refused, failed }, x, most }: { part: TimePart; x: number; most: number }) {
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT));
  const heights = [tall(failed), tall(refused), tall(calls - refused - failed)];
  const colors = ["fill-bad", "fill-late", "fill-fir"];
  let top = HEIGHT;
  return heights.map((height, index) => {
    top -= height;
    return height === 0 ? null : (
      <rect
        key={colors[index]}
        x={x}
        y={top}
        width={WIDTH - 2}
        height={height}
        className={colors[index] ?? ""}
      />
    );
  });
}
