"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useAge } from "@/components/ui/age";
import { Link } from "@/components/ui/link";
import { GHOST } from "@/components/ui/styles";
import type { BoardCourier } from "@/lib/board/board";

/** A courier without an order, chosen on the map. */
export function CourierSheet({
  courier,
  now,
  onClose,
}: {
  courier: BoardCourier;
  now: number;
  onClose: () => void;
}) {
  const t = useTranslations("console.sheet");
  const map = useTranslations("ops.map");
  const ui = useTranslations("ui.transport");
  const age = useAge();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 id={heading} className="type-title">
          {courier.name}
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label={t("close")}
          className="-mt-2 -mr-2 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-hover"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <p className="mt-1 text-sm text-soft">
        {[
          t(courier.isOnShift ? "free" : "off_shift"),
          ui(courier.transport),
          courier.position === null
            ? map("unheard")
            : map("heard", { age: age(courier.position.receivedAt, now) }),
        ].join(" · ")}
      </p>
      <footer className="mt-4 border-t border-line pt-4">
        <Link href={`/ops/couriers/${courier.id}`} className={GHOST}>
          {t("open_courier")}
        </Link>
      </footer>
    </section>
  );
}
