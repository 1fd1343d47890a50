import { useTranslations } from "next-intl";

const BOXES = [
  { x: 2, label: "new" },
  { x: 164, label: "assigned" },
  { x: 326, label: "in_progress" },
  { x: 488, label: "delivered" },
] as const;

export function StatusFigure() {
  const t = useTranslations("docs.figure");
  return (
    <section
      aria-label={t("statuses_label")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mt-6 overflow-x-auto"
    >
      <svg
        viewBox="0 0 614 168"
        className="h-auto w-full max-w-2xl min-w-[34rem]"
        role="img"
        aria-label={t("statuses")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8Z" fill="currentColor" stroke="none" />
          </marker>
        </defs>
        <g className="text-field-line">
          {BOXES.slice(0, 3).map(({ x, label }) => (
            <path key={label} d={`M${x + 124} 24h36`} markerEnd="url(#tip)" />
          ))}
          {BOXES.slice(0, 3).map(({ x, label }) => (
            <path
              key={label}
              d={`M${x + 62} 44V${label === "assigned" ? 118 : 80}${label === "assigned" ? "" : `H${label === "new" ? 200 : 252}V118`}`}
              markerEnd="url(#tip)"
            />
          ))}
        </g>
        {BOXES.map(({ x, label }) => (
          <Status key={label} x={x} y={4} label={label} isLast={label === "delivered"} />
        ))}
        <Status x={164} y={124} label="cancelled" isLast />
      </svg>
    </section>
  );
}

function Status({ x, y, label, isLast }: { x: number; y: number; label: string; isLast: boolean }) {
  return (
    <g>
      <rect
        x={x}
        y={y}
        width="124"
        height="40"
        rx="10"
        className={isLast ? "fill-fill stroke-transparent" : "fill-surface stroke-field-line"}
      />
      <text
        x={x + 62}
        y={y + 25}
        textAnchor="middle"
        className="fill-current font-mono text-[14px]"
        stroke="none"
      >
        {label}
      </text>
    </g>
  );
}

export function QuoteFigure() {
  const t = useTranslations("docs.figure");
  return (
    <figure className="mt-6 max-w-2xl" aria-label={t("quote_label")}>
      <p className="sr-only">{t("quote")}</p>
      <div aria-hidden="true">
        <div className="flex gap-1">
          <div className="h-2 flex-[2] rounded-full bg-fir" />
          <div className="h-2 flex-1 rounded-full bg-fill" />
        </div>
        <div className="mt-3 flex gap-1 text-sm">
          <div className="flex-[2]">
            <p className="font-medium">0:00 · {t("quote_issued")}</p>
            <p className="text-soft">{t("quote_holds")}</p>
          </div>
          <div className="flex-1">
            <p className="font-medium">5:00 · {t("quote_ends")}</p>
            <p className="text-soft">{t("quote_after")}</p>
          </div>
        </div>
      </div>
    </figure>
  );
}
