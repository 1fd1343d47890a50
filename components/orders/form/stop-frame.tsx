import type { ReactNode } from "react";

export function StopFrame(props: { sign: ReactNode; hasNext: boolean; children: ReactNode }) {
  const { sign, hasNext, children } = props;
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3.5 pb-4">
      <div className="flex flex-col items-center pt-1.5">
        {sign}
        {hasNext && (
          <span aria-hidden="true" className="-mb-4 mt-1 flex-1 border-l-2 border-dotted border-field-line" />
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
