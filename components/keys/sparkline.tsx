import { useFormatter, useTranslations } from "next-intl";

const HEIGHT = 24;
const BAR = 8;
const GAP = 3;

export function Sparkline({ days }: { days: readonly number[] }) {
  const t = useTranslations("keys.usage");
  const format = useFormatter();
  const total = days.reduce((sum, calls) => sum + calls, 0);
  const most = Math.max(1, ...days);
  const width = days.length * (BAR + GAP) - GAP;
  const text = t("text", { total, days: days.map((calls) => format.number(calls)).join(" · ") });
  return (
    <span className="mt-1 inline-flex items-end gap-2">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={text}>
        <title>{text}</title>
        {days.map((calls, day) => {
          // A day with a single call is still visible.
          const height = calls === 0 ? 1 : Math.max(3, (calls / most) * HEIGHT);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a day has no identity but its place.
              key={day}
              x={day * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={1}
              className={calls === 0 ? "fill-line" : "fill-fir"}
            />
          );
        })}
      </svg>
      <span aria-hidden="true" className="tabular-nums">
        {format.number(total)}
      </span>
    </span>
  );
}
