"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useAmounts } from "@/components/orders/form/use-amounts";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { ActiveQuote, QuoteState } from "@/components/orders/form/use-quote";
import { LINK } from "@/components/ui/styles";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";

/** Longer trips usually have swapped coordinates. */
const FAR_METERS = 300_000;

export function QuotePanel(props: {
  state: QuoteState;
  hasTrip: boolean;
  isNewTrip: boolean;
  signInPath: string;
}) {
  const { state, hasTrip, isNewTrip, signInPath } = props;
  const t = useTranslations("delivery.quote");
  const { opened } = useOrderForm();
  const amounts = useAmounts();
  const { quote, failure, isPending } = state;
  if (!hasTrip) return <p className="text-xs text-balance text-soft">{t("incomplete")}</p>;
  if (!isNewTrip) {
    return (
      <p>
        <span className="type-title tabular-nums">
          {opened?.price === null || opened === null ? t("none") : amounts.price(opened.price)}
        </span>
        <span className="block text-xs text-soft">{t("unchanged")}</span>
      </p>
    );
  }
  return (
    <div>
      <div aria-busy={isPending}>
        {quote !== null && (
          <>
            <p className="flex flex-wrap items-baseline gap-x-2">
              {opened !== null && opened.price !== null && opened.price !== quote.price && (
                <>
                  <span className="sr-only">{t("was")}</span>
                  <s className="text-soft tabular-nums">{amounts.price(opened.price)}</s>
                  <span aria-hidden="true" className="text-soft">
                    →
                  </span>
                  <span className="sr-only">{t("becomes")}</span>
                </>
              )}
              <strong data-price className="type-title tabular-nums">
                {amounts.price(quote.price)}
              </strong>
            </p>
            <p className="text-xs text-soft">
              {t(quote.isEstimate ? "way_estimate" : "way", { distance: amounts.distance(quote.distance) })},{" "}
              <Countdown until={quote.until} />
            </p>
          </>
        )}
        {isPending && <p className="text-sm text-soft">{t("pending")}</p>}
      </div>
      <p role="status" className="text-xs empty:hidden">
        {quote !== null && quote.was !== null && (
          <span className="mt-1 inline-block rounded-md bg-late-tint px-1.5 py-0.5 text-late">
            {t("updated", { was: amounts.price(quote.was), now: amounts.price(quote.price) })}
          </span>
        )}
        {quote !== null && quote.distance > FAR_METERS && (
          <span className="block text-late">{t("far", { distance: amounts.distance(quote.distance) })}</span>
        )}
        {failure !== null && (
          <span className="block text-sm text-bad">
            {typeof failure === "string"
              ? t(`failures.${failure}`)
              : "unserved" in failure
                ? t("failures.not_served", { count: failure.unserved.length })
                : t("failures.too_far", {
                    number: failure.dropoff,
                    distance: amounts.distance(failure.distance),
                    limit: amounts.distance(failure.limit),
                  })}{" "}
            {failure === "signed_out" && (
              <a href={signInPath} className={LINK}>
                {t("sign_in")}
              </a>
            )}
            {(failure === "offline" || failure === "failed") && (
              <button type="button" onClick={state.askAgain} className={`${LINK} min-h-6 cursor-pointer`}>
                {t("again")}
              </button>
            )}
          </span>
        )}
      </p>
    </div>
  );
}

export function Breakdown({ quote }: { quote: ActiveQuote }) {
  const t = useTranslations("delivery.quote");
  const { draft } = useOrderForm();
  const amounts = useAmounts();
  return (
    <details className="group">
      <summary className="flex min-h-8 cursor-pointer items-center gap-1.5 text-xs text-soft hover:text-ink">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 -rotate-90 group-open:rotate-0" />
        {t("breakdown")} · {amounts.duration(quote.duration)}
      </summary>
      <ol aria-label={t("breakdown")} className="max-h-[40dvh] divide-y divide-line overflow-y-auto text-sm">
        {quote.legs.map((leg, index) => {
          const dropoff = draft.dropoffs[index];
          const place = dropoff === undefined ? "" : formatStopAddress(dropoff);
          return (
            <li key={dropoff?.key ?? index} className="flex items-baseline justify-between gap-3 py-1.5">
              <span className="min-w-0">
                <span className="block truncate">
                  {index + 1}. {place || t("leg", { number: index + 1 })}
                </span>
                <span className="block text-xs text-soft">
                  {amounts.distance(leg.distance)} · {amounts.duration(leg.duration)} · {leg.cargo_size}
                </span>
              </span>
              <span className="shrink-0 tabular-nums">{amounts.price(leg.price)}</span>
            </li>
          );
        })}
      </ol>
      {quote.returnPrice > 0 && (
        <p className="mt-2 flex items-baseline justify-between gap-3 text-xs text-soft">
          <span>{t("return_price")}</span>
          <span className="shrink-0 tabular-nums">{amounts.price(quote.returnPrice)}</span>
        </p>
      )}
      {quote.isEstimate && <p className="mt-2 text-xs text-soft">{t("estimate")}</p>}
    </details>
  );
}

/** Not in a live region, which would speak every second. */
function Countdown({ until }: { until: number }) {
  const t = useTranslations("delivery.quote");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return <span className="whitespace-nowrap tabular-nums">{t("holds", { left })}</span>;
}
