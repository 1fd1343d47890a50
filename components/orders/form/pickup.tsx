"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { StopFields } from "@/components/orders/form/stop-fields";
import { StopFrame } from "@/components/orders/form/stop-frame";
import { UnservedNote } from "@/components/orders/form/unserved";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import { formatPhone } from "@/components/tracking/format";
import { ShopTile } from "@/components/ui/shop-tile";
import { LINK } from "@/components/ui/styles";
import { PICKUP_KEY, parsePoint, stopDraft } from "@/lib/orders/form/draft";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";
import { isPinOutdated } from "@/lib/orders/form/draft-places";

export function Pickup() {
  const t = useTranslations("delivery");
  const { draft, problems } = useOrderForm();
  const { shop, usual } = useAddressLookup();
  const { pickup } = draft;
  const isKnown =
    parsePoint(pickup) !== null && formatStopAddress(pickup) !== "" && pickup.contact.value !== "";
  const [isOpen, setOpen] = useState(!isKnown);
  const fields = useRef<HTMLDivElement>(null);
  const focusNext = useRef(false);
  const isWrong = isPinOutdated(pickup) || problems.some(({ field }) => field.startsWith(PICKUP_KEY));
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  // A restored draft may already have a known pickup.
  const wasKnown = useRef(isKnown);
  useEffect(() => {
    const isTyping = fields.current?.contains(document.activeElement) ?? false;
    if (isKnown && !wasKnown.current && !isTyping) setOpen(false);
    wasKnown.current = isKnown;
  }, [isKnown]);
  useEffect(() => {
    if (!isOpen || !focusNext.current) return;
    focusNext.current = false;
    fields.current?.querySelector("input")?.focus();
  }, [isOpen]);
  const isShown = isOpen || !isKnown;
  const isUsual =
    usual !== null && formatStopAddress({ ...pickup, ...stopDraft(usual) }) === formatStopAddress(pickup);
  const { name, value, type } = pickup.contact;
  const contact = type === "telegram" || value === "" ? value : formatPhone(value).shown;
  return (
    <section aria-labelledby="pickup-title">
      <h2 id="pickup-title" className="sr-only">
        {t("pickup")}
      </h2>
      <StopFrame sign={<ShopTile shop={shop} />} hasNext>
        {!isShown && (
          <>
            <p className="flex min-h-11 items-center gap-3 rounded-lg border border-field-line px-3 text-sm">
              <span className="min-w-0 flex-1 truncate">{formatStopAddress(pickup)}</span>
              {isUsual && <span className="text-xs text-soft">{t("usual")}</span>}
            </p>
            <p className="mt-1 text-xs text-soft">
              {[name, contact].filter(Boolean).join(", ")}
              {pickup.address.instructions !== "" && `. ${pickup.address.instructions}`}{" "}
              <button
                type="button"
                aria-describedby="pickup-title"
                onClick={() => {
                  focusNext.current = true;
                  setOpen(true);
                }}
                className={`${LINK} min-h-6 cursor-pointer`}
              >
                {t("change_pickup")}
              </button>
            </p>
            <UnservedNote stopKey={PICKUP_KEY} />
          </>
        )}
        {isShown && (
          <div ref={fields}>
            <StopFields stop={pickup} path={PICKUP_KEY} />
          </div>
        )}
      </StopFrame>
    </section>
  );
}
