"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { RelativeTime } from "@/components/ui/age";
import { ComboboxList, ComboboxOption, useCombobox } from "@/components/ui/combobox";
import { StatusPill } from "@/components/ui/status-pill";
import { useOrderSearch } from "@/components/ui/use-order-search";
import type { Mode } from "@/lib/account-scope";
import type { OperatorSearchHit } from "@/lib/orders/list/list-orders-for-operators";

interface Props {
  mode: Mode;
  now: number;
  field: RefObject<HTMLInputElement | null>;
  onFind: (code: string) => void;
}

export function FindOrders({ mode, now, field, onFind }: Props) {
  const t = useTranslations("console.find");
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const { state, orders } = useOrderSearch<OperatorSearchHit>(`/ops/find?mode=${mode}&q=`, typed);
  const choose = (code: string) => {
    setOpen(false);
    onFind(code);
  };
  const choices = orders.map((order) => ({ id: order.code, choose: () => choose(order.code), order }));
  const disclosure = { isShown: isOpen, show: () => setOpen(true), hide: () => setOpen(false) };
  const combobox = useCombobox(choices, { firstIsActive: true, disclosure });
  const note = state === "done" && orders.length === 0 ? t("none") : state === "failed" ? t("failed") : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not support the search element
    <div role="search" className="relative w-full lg:w-96">
      <div className="flex items-center gap-2.5 rounded-lg bg-raised px-3 shadow-e1 focus-within:outline-2 focus-within:outline-focus">
        <Search aria-hidden="true" className="size-4 shrink-0 text-soft" />
        <input
          {...combobox.field}
          ref={field}
          aria-label={t("label")}
          placeholder={t("label")}
          autoCorrect="off"
          spellCheck={false}
          maxLength={128}
          value={typed}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
            combobox.activate(null);
          }}
          onKeyUp={(event) => event.key === "Escape" && !combobox.isShown && event.currentTarget.blur()}
          className="min-h-11 w-full min-w-0 bg-transparent text-base outline-none! placeholder:text-soft sm:text-sm"
        />
        <span
          aria-hidden="true"
          className="hidden rounded-md border border-line px-1.5 font-mono text-xs text-soft lg:block"
        >
          /
        </span>
      </div>
      {isOpen && (combobox.isShown || note !== null) && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-xl bg-raised shadow-e2">
          <ComboboxList
            combobox={combobox}
            label={t("results")}
            className="max-h-[min(30rem,60dvh)] overflow-y-auto"
          >
            {combobox.isShown &&
              choices.map(({ order, ...choice }) => (
                <ComboboxOption
                  key={choice.id}
                  combobox={combobox}
                  choice={choice}
                  onPoint={() => combobox.activate(choice.id)}
                  className="cursor-pointer border-b border-line px-3 py-2 text-sm last:border-b-0 aria-selected:bg-selected"
                >
                  <span className="flex items-center justify-between gap-2">
                    <span className="flex min-w-0 items-center gap-2">
                      <StatusPill
                        status={order.status}
                        hasCourier={order.hasCourier}
                        isScheduled={order.isScheduled}
                      />
                      <span className="font-mono">{order.code}</span>
                    </span>
                    <span className="text-xs text-soft">
                      <RelativeTime at={order.createdAt} now={now} />
                    </span>
                  </span>
                  <span className="block truncate font-medium">
                    <bdi>{order.street}</bdi>, {order.building}
                  </span>
                  <span className="block truncate text-xs text-soft">
                    <bdi>{order.accountName}</bdi> · <bdi>{order.externalOrderId}</bdi>
                  </span>
                </ComboboxOption>
              ))}
          </ComboboxList>
          {note !== null && <p className="px-3 py-3 text-sm text-soft">{note}</p>}
        </div>
      )}
      <p role="status" className="sr-only">
        {state === "searching" ? t("searching") : note}
      </p>
    </div>
  );
}
