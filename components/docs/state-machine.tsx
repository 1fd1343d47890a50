const BOXES = [
  { x: 8, label: "new" },
  { x: 168, label: "assigned" },
  { x: 328, label: "in_progress" },
  { x: 488, label: "delivered" },
] as const;

/** Draws the life of an order; the table next to it says the same in words. */
export function StateMachine() {
  return (
    <section
      aria-label="Diagram of the statuses"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-fill p-4"
    >
      <svg
        viewBox="0 0 620 170"
        className="h-auto w-full min-w-[560px]"
        role="img"
        aria-label="new leads to assigned, assigned to in_progress, in_progress to delivered; new, assigned and in_progress each lead to cancelled."
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8Z" fill="currentColor" stroke="none" />
          </marker>
        </defs>
        {BOXES.map(({ x, label }, index) => (
          <g key={label}>
            <rect x={x} y="8" width="124" height="40" rx="8" />
            <text
              x={x + 62}
              y="33"
              textAnchor="middle"
              className="fill-current font-mono text-[14px]"
              stroke="none"
            >
              {label}
            </text>
            {index < 3 ? <path d={`M${x + 124} 28h34`} markerEnd="url(#tip)" /> : null}
            {index < 3 ? (
              <path d={`M${x + 62} 48 ${230 + (index - 1) * 20} 120`} markerEnd="url(#tip)" />
            ) : null}
          </g>
        ))}
        <rect x="168" y="122" width="124" height="40" rx="8" />
        <text
          x="230"
          y="147"
          textAnchor="middle"
          className="fill-current font-mono text-[14px]"
          stroke="none"
        >
          cancelled
        </text>
      </svg>
    </section>
  );
}
