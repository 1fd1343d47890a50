import type { ReactNode } from "react";

export function CodePanel(props: { bar: ReactNode; code: string; label: string; isTall?: boolean }) {
  const { bar, code, label, isTall = false } = props;
  return (
    <div className="scheme-dark overflow-hidden rounded-[14px] bg-ground text-ink ring-1 ring-line">
      <div className="flex flex-wrap items-center gap-x-0.5 border-b border-line px-2 py-1.5">{bar}</div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        className={`overflow-auto px-4 py-3.5 focus-visible:-outline-offset-2 ${isTall ? "max-h-[32rem]" : "max-h-[26rem]"}`}
      >
        <pre className="font-mono text-[0.8125rem] leading-[1.3125rem] [font-variant-ligatures:none]">
          <Highlighted code={code} />
        </pre>
      </section>
    </div>
  );
}

export const PANEL_TAB =
  "inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2.5 text-[0.8125rem] font-medium text-soft hover:text-ink aria-selected:bg-fill aria-selected:text-ink sm:min-h-8";

const TOKEN =
  /(?<comment>(?<=^|\s)(?:#|\/\/)[^\n]*)|(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/gm;

const LOOKS = { comment: "text-faint", name: "text-assigned", text: "text-link" } as const;

function Highlighted({ code }: { code: string }) {
  const pieces = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    const { comment, name } = match.groups ?? {};
    const look = LOOKS[comment !== undefined ? "comment" : name !== undefined ? "name" : "text"];
    pieces.push(
      code.slice(end, match.index),
      <span key={match.index} className={look}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return (
    <>
      {pieces}
      {code.slice(end)}
    </>
  );
}
