import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className="mb-4 flex items-start gap-2 rounded-lg bg-late-tint p-4 text-sm">
    <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-late" />
    <p>{children}</p>
  </div>
);
