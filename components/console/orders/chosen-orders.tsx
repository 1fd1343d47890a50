"use client";

import { useTranslations } from "next-intl";
import {
  AssignEachButton,
  AssignTogetherButton,
  type BulkActions,
  CancelEachButton,
  TellEachButton,
} from "@/components/console/orders/bulk-buttons";
import type { Selection } from "@/components/console/orders/use-selection";
import { SMALL_GHOST } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";

interface Props {
  mode: Mode;
  selection: Selection;
  actions: BulkActions;
}

export function ChosenOrders({ mode, selection, actions }: Props) {
  const t = useTranslations("ops.chosen");
  const codes = [...selection.chosen];
  const count = codes.length;
  const input = { mode, codes, actions };
  return (
    <section
      aria-label={t("label")}
      className={
        count === 0
          ? ""
          : "sticky bottom-16 z-10 mx-auto mt-4 flex w-fit flex-wrap items-center gap-1.5 rounded-xl bg-raised p-2 pl-4 shadow-e2 lg:bottom-4"
      }
    >
      <p role="status" className={count === 0 ? "sr-only" : "mr-2 text-sm font-medium tabular-nums"}>
        {count > 0 && t("count", { count })}
      </p>
      <AssignEachButton {...input} />
      {actions.assignTogether !== null && (
        <AssignTogetherButton {...input} assignTogether={actions.assignTogether} />
      )}
      <TellEachButton {...input} />
      <CancelEachButton {...input} />
      {count > 0 && (
        <button type="button" onClick={() => selection.chooseAll(false)} className={SMALL_GHOST}>
          {t("none")}
        </button>
      )}
    </section>
  );
}
