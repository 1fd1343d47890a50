"use client";

import { CircleHelp, DoorOpen, type LucideIcon, Undo2, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Age } from "@/components/ui/age";
import { Link } from "@/components/ui/link";
import { CARD, LINK } from "@/components/ui/styles";
import { useNow } from "@/components/ui/use-now";
import { type Attention, type BoardOrder, needingAttention } from "@/lib/board/board";

const ICONS: Readonly<Record<Attention["kind"], LucideIcon>> = {
  question: CircleHelp,
  courier_not_found: UserX,
  at_door: DoorOpen,
  going_back: Undo2,
};

/** What an operator should look at, open questions first; nothing when all goes as usual. */
export function NeedsAttention({ orders, now: atFirst }: { orders: readonly BoardOrder[]; now: number }) {
  const t = useTranslations("ops.orders.attention");
  const now = useNow(atFirst);
  const found = needingAttention(orders, now);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="attention" className={`${CARD} mb-5 overflow-hidden`}>
      <h2 id="attention" className="type-heading px-4 pt-4 pb-2">
        {t("heading")} <span className="text-soft tabular-nums">{found.length}</span>
      </h2>
      <ul>
        {found.map(({ order, attention: { kind, at } }) => {
          const Icon = ICONS[kind];
          return (
            <li
              key={order.code}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-3 text-sm"
            >
              <Icon
                aria-hidden="true"
                className={`size-4 shrink-0 ${kind === "going_back" ? "text-soft" : "text-late"}`}
              />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{t(`${kind}.what`)}</p>
                <p className="text-soft">
                  <Link href={`/ops/orders/${order.code}`} className={`${LINK} font-mono`}>
                    {order.code}
                  </Link>
                  {[order.courierName, order.accountName].map((name) => name !== null && ` · ${name}`)}
                </p>
              </div>
              <p className="text-soft tabular-nums">
                {t(`${kind}.when`)} <Age at={at} now={now} />
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
