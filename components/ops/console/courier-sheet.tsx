"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useAge } from "@/components/ui/age";
import { CloseButton } from "@/components/ui/close-button";
import { Link } from "@/components/ui/link";
import { GHOST } from "@/components/ui/styles";
import type { BoardCourier } from "@/lib/board/board";

interface Props {
  courier: BoardCourier;
  now: number;
  onClose: () => void;
}

export function CourierSheet({ courier, now, onClose }: Props) {
  const t = useTranslations("console.sheet");
  const ui = useTranslations("ui.transport");
  const age = useAge();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 id={heading} className="type-title">
          {courier.name}
        </h2>
        <CloseButton label={t("close")} onClose={onClose} />
      </div>
      <p className="mt-1 text-sm text-soft">
        {[
          t(courier.isOnShift ? "free" : "off_shift"),
          ui(courier.transport),
          courier.position === null
            ? t("unheard")
            : t("heard", { age: age(courier.position.receivedAt, now) }),
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
