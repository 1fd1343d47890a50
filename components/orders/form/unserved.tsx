"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useContext } from "react";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { QuoteState, UnservedStop } from "@/components/orders/form/use-quote";
import { DateTime } from "@/components/ui/date-time";

export const UnservedProvider = createContext<readonly UnservedStop[]>([]);

const NONE: readonly UnservedStop[] = [];

export function listUnservedStops({ failure }: QuoteState): readonly UnservedStop[] {
  return failure !== null && typeof failure === "object" && "unserved" in failure ? failure.unserved : NONE;
}

export function UnservedNote({ stopKey }: { stopKey: string }) {
  const t = useTranslations("delivery.point");
  const { draft } = useOrderForm();
  // 0 for the pickup.
  const place = draft.dropoffs.findIndex(({ key }) => key === stopKey) + 1;
  const found = useContext(UnservedProvider).find(({ stop }) => stop === place);
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-lg border border-bad p-3 text-sm empty:hidden"
    >
      {found !== undefined && (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
          <p>
            {t(found.reason)}
            {found.opens_at !== null && (
              <>
                {" "}
                {t("opens")} <DateTime at={found.opens_at} short />.
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
}
