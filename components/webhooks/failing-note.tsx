import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Says that events do not arrive; nothing where they do. */
export function FailingNote({ count, children }: { count: number; children?: ReactNode }) {
  const t = useTranslations("webhooks");
  if (count === 0) return null;
  return (
    <div role="status" className="mb-4 flex items-start gap-2 rounded-lg border border-warn p-4 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <p>
        {t("troubled", { count })} {children}
      </p>
    </div>
  );
}
