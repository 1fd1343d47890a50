import type { ReactNode } from "react";

interface Props {
  children: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}

export const Heading = ({ children, note, actions }: Props) => (
  <div
    className={`mb-6 flex flex-wrap justify-between gap-x-6 gap-y-3 ${note === undefined ? "items-center" : "items-start"}`}
  >
    <div className="min-w-0">
      <h1 className="type-title">{children}</h1>
      {note !== undefined && <div className="mt-1 text-sm text-soft">{note}</div>}
    </div>
    {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
  </div>
);
