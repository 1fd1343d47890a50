export const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-soft">{name}</dt>
    <dd>
      <span className="block text-[1.75rem] leading-9 font-[650] tracking-tight">{value}</span>
      <span className="block text-xs text-soft">{note}</span>
    </dd>
  </div>
);

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Drawn on the lower part of the bar. */
  readonly part: number;
  readonly text: string;
}

export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol className="mt-3 flex h-32 items-end gap-[3px]">
      {bars.map(({ label, value, part, text }) => (
        <li key={label} title={text} className="flex h-full min-w-0 flex-1 flex-col justify-end">
          <span
            aria-hidden="true"
            style={{ height: `${((value - part) / most) * 85}%` }}
            className="block w-full rounded-t-sm bg-field-line/45"
          />
          <span
            aria-hidden="true"
            style={{ height: `${(part / most) * 85}%` }}
            className="block w-full bg-late"
          />
          <span aria-hidden="true" className="h-4 text-center text-[0.625rem] leading-4 text-soft">
            {Number(label) % 3 === 0 ? label : ""}
          </span>
          <span className="sr-only">{text}</span>
        </li>
      ))}
    </ol>
  );
}
