import { stopwatch } from "@/lib/courier-app/waiting-time";

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;

/** A ring that empties with the time left to answer. */
export function OfferRing({ leftMs, wholeMs, label }: { leftMs: number; wholeMs: number; label: string }) {
  const share = wholeMs > 0 ? Math.min(1, Math.max(0, leftMs / wholeMs)) : 0;
  return (
    <div
      role="timer"
      aria-label={label}
      className="relative grid size-[min(4.75rem,24vw)] shrink-0 place-items-center text-[min(1.375rem,7vw)]/none font-[650] tabular-nums"
    >
      <svg viewBox="0 0 76 76" className="absolute inset-0 -rotate-90" aria-hidden>
        <circle
          cx="38"
          cy="38"
          r={RADIUS}
          fill="none"
          strokeWidth="7"
          className="stroke-on-live opacity-20"
        />
        {share > 0 && (
          <circle
            cx="38"
            cy="38"
            r={RADIUS}
            fill="none"
            strokeWidth="7"
            strokeLinecap="round"
            strokeDasharray={ROUND}
            strokeDashoffset={ROUND * (1 - share)}
            className="stroke-on-live"
          />
        )}
      </svg>
      {stopwatch(Math.max(0, leftMs))}
    </div>
  );
}
