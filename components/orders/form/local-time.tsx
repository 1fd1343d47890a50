"use client";

import { useTranslations } from "next-intl";
import { CLEAR, FieldFrame, LABELED, useDraftField } from "@/components/orders/form/fields";
import { type FormatContext, formatZone } from "@/components/tracking/format";
import { useDateFormat } from "@/components/ui/page-zone";
import { HOUR_MS } from "@/lib/duration";
import { fromLocalTime, toLocalTime } from "@/lib/locale/local-time";

// The value of a date-and-time field while the date or the time is missing.
const INCOMPLETE = "incomplete";

export const isTime = (value: string): boolean => !Number.isNaN(Date.parse(value));

interface Props {
  readonly path: string;
  readonly label: string;
  readonly hint?: (zone: string) => string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** An instant of a draft, as local time. */
export function LocalTime({ path, label, hint, value, onValue }: Props) {
  const telling = useDateFormat();
  const local = isTime(value) ? toLocalTime(new Date(value), telling.zone) : "";
  const field = useDraftField(path, hint !== undefined);
  const read = ({ value: typed, validity }: HTMLInputElement) => {
    // An unchanged field keeps the seconds, which it does not show.
    if (typed !== "" && typed === local) return;
    const instant = fromLocalTime(typed, telling.zone)?.toISOString();
    const next = typed === "" && !validity.badInput ? "" : (instant ?? INCOMPLETE);
    if (next !== value) onValue(next);
  };
  return (
    <FieldFrame path={path} label={label} {...(hint === undefined ? {} : { hint: hint(zoneName(telling)) })}>
      <input
        {...field}
        type="datetime-local"
        value={local}
        onChange={(event) => read(event.currentTarget)}
        // No change event reports a half-filled date.
        onBlur={(event) => read(event.currentTarget)}
        onKeyUp={(event) => read(event.currentTarget)}
        className={`${LABELED} ${CLEAR}`}
      />
    </FieldFrame>
  );
}

function zoneName(telling: FormatContext): string {
  const [long, offset] = [formatZone(telling, "long"), formatZone(telling, "shortOffset")];
  return long === offset ? long : `${long}, ${offset}`;
}

interface WindowProps {
  /** Of the order's or a dropoff's `delivery_window`. */
  readonly path: string;
  readonly window: { readonly from: string; readonly to: string };
  readonly onWindow: (window: { from: string; to: string }) => void;
}

const USUAL_WINDOW_MS = 2 * HOUR_MS;

/** A new window is two hours long until its end is changed. */
export function WindowFields({ path, window, onWindow }: WindowProps) {
  const t = useTranslations("delivery.order.delivery_window");
  const setFrom = (from: string) => {
    const isEndTyped = window.to !== "" && window.to !== toUsualEnd(window.from);
    onWindow({ from, to: isEndTyped ? window.to : toUsualEnd(from) });
  };
  return (
    <>
      <LocalTime path={`${path}.from`} label={t("from")} value={window.from} onValue={setFrom} />
      <LocalTime
        path={`${path}.to`}
        label={t("to")}
        value={window.to}
        onValue={(to) => onWindow({ ...window, to })}
      />
    </>
  );
}

const toUsualEnd = (from: string): string =>
  isTime(from) ? new Date(Date.parse(from) + USUAL_WINDOW_MS).toISOString() : "";
