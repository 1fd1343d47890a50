"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useState } from "react";
import { ConfirmButton } from "@/components/ui/confirm-button";
import type { FormAction } from "@/components/ui/form-state";
import { useClientValue } from "@/components/ui/use-client-value";
import type { Mode } from "@/lib/account-scope";
import type { replayDeliveries } from "@/lib/webhooks/replay-deliveries";

export type ReplayResult = Awaited<ReturnType<typeof replayDeliveries>>;

interface Selection {
  /** A box ticked before hydration would be shown but not counted. */
  readonly isReady: boolean;
  readonly selected: ReadonlySet<string>;
  readonly select: (deliveries: readonly string[], isSelected: boolean) => void;
}

const SharedSelection = createContext<Selection>({
  isReady: false,
  selected: new Set(),
  select: () => {},
});

export function DeliverySelection(props: {
  replay: FormAction<ReplayResult>;
  id: string;
  mode: Mode;
  deliveries: readonly string[];
  children: ReactNode;
}) {
  const { replay, id, mode, deliveries, children } = props;
  const t = useTranslations("webhooks.select");
  const isReady = useClientValue(() => true, false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select: Selection["select"] = (changed, isSelected) =>
    setSelected((before) => {
      const after = new Set(before);
      for (const one of changed) {
        if (isSelected) after.add(one);
        else after.delete(one);
      }
      return after;
    });
  // A delivery pushed off the page by newer ones is not sent.
  const chosen = deliveries.filter((one) => selected.has(one));
  const isAll = chosen.length === deliveries.length;
  return (
    <SharedSelection value={{ isReady, selected, select }}>
      <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            ref={(box) => {
              if (box !== null) box.indeterminate = chosen.length > 0 && !isAll;
            }}
            disabled={!isReady}
            checked={isAll}
            onChange={({ target }) => select(deliveries, target.checked)}
            className="size-5 accent-fir"
          />
          {t("all")}
        </label>
        <ConfirmButton
          action={replay}
          hidden={{ id, mode, deliveries: chosen.join(",") }}
          label={t("label", { count: chosen.length })}
          title={t("title", { count: chosen.length })}
          text={t("text")}
          confirm={t("confirm")}
          isOffered={chosen.length > 0}
          result={({ result }) => ({
            title: t("sent", { count: result?.sent ?? 0 }),
            body: result !== null && result.gone > 0 && (
              <p className="text-sm">{t("gone", { count: result.gone })}</p>
            ),
          })}
        />
      </div>
      {children}
    </SharedSelection>
  );
}

export function SelectBox({ delivery, labelledBy }: { delivery: string; labelledBy: string }) {
  const { isReady, selected, select } = useContext(SharedSelection);
  return (
    // Enlarges the tap area of the checkbox, which has the row's label.
    <label className="flex shrink-0 cursor-pointer py-3 pr-3 sm:items-center">
      <input
        type="checkbox"
        aria-labelledby={labelledBy}
        disabled={!isReady}
        checked={selected.has(delivery)}
        onChange={({ target }) => select([delivery], target.checked)}
        className="size-5 accent-fir"
      />
    </label>
  );
}
