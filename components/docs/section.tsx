import type { ReactNode } from "react";

/** A section of the reference with its own anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-12 max-w-prose space-y-4" aria-labelledby={id}>
      <h2 id={id} className="text-xl type-heading">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}

/** A table that scrolls on its own; the first cell of each row is its header. */
export function Table({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className={`w-full border-collapse text-left text-sm ${head.length > 2 ? "min-w-[28rem]" : ""}`}>
        <thead>
          <tr className="border-b border-line">
            {head.map((title) => (
              <th key={title} scope="col" className="py-2 pr-4 font-medium text-soft">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={`${first}${rest[0]}`} className="border-b border-line align-top">
              <th scope="row" className="py-2 pr-4 font-medium">
                {first}
              </th>
              {rest.map((cell, index) => (
                <td key={head[index + 1]} className="py-2 pr-4 text-soft">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
