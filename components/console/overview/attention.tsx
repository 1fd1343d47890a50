import { CircleCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { formatTime, formatWindow } from "@/components/tracking/format";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { IssueItem, Overview } from "@/lib/console/overview/get-overview";
import type { FailingEndpointSummary } from "@/lib/console/overview/overview";
import { MINUTE_MS } from "@/lib/duration";
import { withMode } from "@/lib/http/mode";
import { dueAt } from "@/lib/orders/due-at";

const MAX_VISIBLE = 4;

interface AttentionItem {
  readonly key: string;
  readonly title: string;
  readonly figure: string;
  readonly isLate: boolean;
  readonly reason: string;
  readonly isCode: boolean;
  readonly href: string;
  readonly action: "open" | "answer" | "log";
}

interface Props {
  troubled: Overview["troubled"];
  failing: readonly FailingEndpointSummary[];
  isWhole: boolean;
  mode: Mode;
  timeZone: string;
  now: number;
}

export function Attention({ troubled, failing, isWhole, mode, timeZone, now }: Props) {
  const t = useTranslations("overview.attention");
  const getLine = useLines({ mode, timeZone, now });
  const shown = isWhole ? troubled : troubled.slice(0, MAX_VISIBLE - Math.min(1, failing.length));
  const lines = [...shown.map(getLine.order), ...failing.map(getLine.endpoint)];
  const rest = troubled.length - shown.length;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="type-heading">
        {t("heading")}
      </h2>
      {lines.length === 0 ? (
        <div className="flex items-start gap-3 py-3">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-delivered" />
          <div>
            <p className="text-sm font-medium">{t("none")}</p>
            <p className="mt-0.5 text-sm text-soft">{t("none_hint")}</p>
          </div>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {lines.map(({ key, title, figure, isLate, reason, isCode, href, action }) => (
            <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-3 text-sm">
              <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
              <p className={`text-right tabular-nums ${isLate ? "font-semibold text-late" : "text-soft"}`}>
                {figure}
              </p>
              <p
                className={`text-soft [overflow-wrap:anywhere] ${isCode ? "font-mono text-[0.8125rem] leading-5" : ""}`}
              >
                {reason}
              </p>
              <p className="text-right">
                <Link
                  href={href}
                  aria-label={`${t(action)}: ${title}`}
                  className={`${LINK} relative after:absolute after:-inset-x-2 after:-inset-y-3`}
                >
                  {t(action)}
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Link
          href={`${withMode("/dashboard?attention=all", mode)}#attention`}
          className={`${LINK} inline-flex min-h-11 items-center text-sm`}
        >
          {t("more", { count: rest })}
        </Link>
      )}
    </section>
  );
}

function useLines({ mode, timeZone, now }: Pick<Props, "mode" | "timeZone" | "now">) {
  const t = useTranslations("overview.attention");
  const failures = useTranslations("order.failures");
  const telling = { locale: useLocale(), zone: timeZone };
  const clock = (at: Date) => formatTime(at, telling);
  const span = (from: Date, plus = false): string => {
    const minutes = Math.max(0, Math.floor((now - from.getTime()) / MINUTE_MS));
    if (minutes < 60) return t(plus ? "plus" : "minutes", { count: minutes });
    const parts = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
    return t(plus ? "plus_hours" : "hours", parts);
  };

  const sayTrouble = ({ order, troubles, arrival }: IssueItem): [reason: string, figure: string] => {
    const { question, problemText, courierName, heardAt, refusals } = order;
    const at = (moment: Date | null) => (moment === null ? "" : clock(moment));
    switch (troubles[0]) {
      case "question":
        return question === null
          ? [t("question", { reason: "" }), ""]
          : [
              t("question", { reason: failures(question.reason) }),
              t("until", { time: clock(question.answerUntil) }),
            ];
      case "problem": {
        const reason = problemText === null ? t("problem_no_text") : t("problem_text", { text: problemText });
        return [reason, at(order.problemAt)];
      }
      case "held":
        return [t("held"), span(order.createdAt)];
      case "returning":
        return [t("returning"), at(order.failedAt)];
      case "no_courier": {
        const reason = refusals === 0 ? t("no_courier") : t("no_courier_declined", { count: refusals });
        return [reason, span(order.searchedSince)];
      }
      case "courier_silent": {
        const reason = t(heardAt === null ? "never_seen" : "silent", { name: courierName ?? "" });
        return [reason, heardAt === null ? "" : span(heardAt)];
      }
      default:
    }
    const [time, figure] = [clock(dueAt(order)), span(dueAt(order), true)];
    if (arrival !== null) return [t("late_window", { time, window: formatWindow(arrival, telling) }), figure];
    if (courierName === null) return [t("late_searching", { time }), figure];
    return [t(troubles.includes("courier_silent") ? "late_silent" : "due", { time }), figure];
  };
  return {
    order: (troubled: IssueItem): AttentionItem => {
      const { code, street, building, recipient } = troubled.order;
      const place = `${street}, ${building}`;
      const isProblem = troubled.troubles[0] === "problem";
      const isAsked = isProblem || troubled.troubles[0] === "question";
      const [reason, figure] = sayTrouble(troubled);
      return {
        key: code,
        title: isProblem
          ? t("problem", { who: recipient ?? place })
          : [place, recipient].filter((part) => part !== null).join(", "),
        figure,
        isLate: troubled.troubles[0] === "late",
        reason,
        isCode: false,
        href: withMode(`/dashboard/orders/${code}`, mode),
        action: isAsked ? "answer" : "open",
      };
    },
    endpoint: ({ id, host, since, isOff }: FailingEndpointSummary): AttentionItem => ({
      key: id,
      title: t(isOff ? "webhook_off" : "webhook"),
      figure: span(since),
      isLate: false,
      reason: host,
      isCode: true,
      href: withMode(`/dashboard/webhooks/${id}`, mode),
      action: "log",
    }),
  };
}
