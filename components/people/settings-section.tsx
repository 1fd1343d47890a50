import type { ReactNode } from "react";

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
