"use client";

import { ChevronsRight } from "lucide-react";
import { type PointerEvent, useRef, useState } from "react";

const KNOB_PX = 60;
const GAP_PX = 6;
const FAR_ENOUGH = 0.8;
const IS_DRAG_PX = 8;

/** Prevents accidental taps: a tap, the keyboard and screen readers get a confirmation instead. */
export function SlideButton(props: { label: string; hint: string; onSlide: () => void; onTap: () => void }) {
  const { label, hint, onSlide, onTap } = props;
  const [offset, setOffset] = useState<number | null>(null);
  const start = useRef(0);
  const wasDragged = useRef(false);

  const way = (event: PointerEvent<HTMLButtonElement>) => {
    const most = event.currentTarget.clientWidth - KNOB_PX - 2 * GAP_PX;
    return { most, moved: Math.min(most, Math.max(0, event.clientX - start.current)) };
  };
  return (
    <button
      type="button"
      className="relative flex min-h-18 w-full touch-pan-y items-center overflow-hidden rounded-2xl bg-fir py-2 pl-18 pr-4 text-on-fir select-none"
      onPointerDown={(event) => {
        start.current = event.clientX;
        wasDragged.current = false;
        setOffset(0);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (offset === null) return;
        const { moved } = way(event);
        wasDragged.current ||= moved > IS_DRAG_PX;
        setOffset(moved);
      }}
      onPointerUp={(event) => {
        const { most, moved } = way(event);
        setOffset(null);
        if (moved >= most * FAR_ENOUGH) onSlide();
      }}
      onPointerCancel={() => setOffset(null)}
      onClick={() => {
        if (!wasDragged.current) onTap();
        wasDragged.current = false;
      }}
    >
      <span
        aria-hidden
        style={{ transform: `translateX(${offset ?? 0}px)` }}
        className={`absolute left-1.5 flex size-15 items-center justify-center rounded-[19px] border border-on-live bg-live text-on-live ${
          offset === null ? "transition-transform motion-reduce:transition-none" : ""
        }`}
      >
        <ChevronsRight className="size-7" />
      </span>
      <span className="flex-1 text-center leading-tight">
        <span className="block text-[min(1.25rem,6.4vw)] font-semibold">{label}</span>{" "}
        <span className="sr-only">{hint}</span>
      </span>
    </button>
  );
}
