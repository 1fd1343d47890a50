import type { CSSProperties } from "react";
import { formatDate, formatWindow, formatWindowOrDay } from "@/components/tracking/format";
import { createTrackingFormat, type TrackingFormat } from "@/components/tracking/tracking-format";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { ShopTile } from "@/components/ui/shop-tile";
import type { DeliveryWindow } from "@/lib/orders/delivery-window";

interface Props {
  readonly address: string;
  readonly state: Pick<TrackingState, "tag" | "zone" | "shop" | "orderLabel">;
  /** Null if the recipient may not choose any more. */
  readonly choice: { readonly current: DeliveryWindow; readonly windows: readonly DeliveryWindow[] } | null;
  readonly now: Date;
}

/** A form for each day, with a button for each window. */
export function WindowChoices({ address, state, choice, now }: Props) {
  const { tag, zone, shop, orderLabel } = state;
  const telling = createTrackingFormat(tag, zone.name, now);
  const { t } = telling;
  const windows = choice?.windows ?? [];
  return (
    <div
      className="tracking"
      style={shop.accent === null ? undefined : ({ "--brand": shop.accent } as CSSProperties)}
    >
      <main id="main" className="windows">
        <a href={address} className="chip">
          <ShopTile shop={shop} />
          <span>← {orderLabel}</span>
        </a>
        <h1>{t("windows.title")}</h1>
        {choice !== null && (
          <p>{t("windows.current", { window: formatWindowOrDay(choice.current, now, telling) })}</p>
        )}
        <p>{t(choice === null ? "windows.over" : windows.length === 0 ? "windows.none" : "windows.note")}</p>
        {groupByDay(windows, telling).map(([day, ofDay]) => (
          <form key={day} method="post" action={`${address}/window`} aria-label={day}>
            <h2>{day}</h2>
            <div className="times">
              {ofDay.map((window) => (
                <button
                  key={window.from.getTime()}
                  type="submit"
                  name="from"
                  value={window.from.toISOString()}
                  className="secondary"
                >
                  {formatWindow(window, telling)}
                </button>
              ))}
            </div>
          </form>
        ))}
      </main>
    </div>
  );
}

function groupByDay(windows: readonly DeliveryWindow[], telling: TrackingFormat) {
  const days = new Map<string, DeliveryWindow[]>();
  for (const window of windows) {
    const day = formatDate(window.from, telling);
    days.set(day, [...(days.get(day) ?? []), window]);
  }
  return [...days];
}
