import type { ReactNode } from "react";

export function Facts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-4 text-sm sm:grid-cols-2">
      {facts.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="text-xs text-soft">{term}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function SettingsSection(props: { id: string; title: string; text?: ReactNode; children: ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section aria-labelledby={id} className="py-8 first:pt-0 last:pb-0">
      <h2 id={id} className="type-heading">
        {title}
      </h2>
      {text !== undefined && <p className="mt-1 max-w-prose text-sm text-soft">{text}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
