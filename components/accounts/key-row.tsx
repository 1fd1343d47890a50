import { Ban, Check, Clock, TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { NetworksButton } from "@/components/accounts/networks-button";
import { RotateButton } from "@/components/accounts/rotation";
import { RelativeTime } from "@/components/ui/age";
import { Badge } from "@/components/ui/badge";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { DateTime } from "@/components/ui/date-time";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { SMALL_DANGER } from "@/components/ui/styles";
import { isUnused, keyState } from "@/lib/accounts/key";
import type { KeyWithCreator } from "@/lib/accounts/list-account-keys";
import { withMode } from "@/lib/http/mode";

const LOOKS = {
  active: { icon: Check, tone: "delivered" },
  expiring: { icon: TriangleAlert, tone: "late" },
  expired: { icon: Clock, tone: "cancelled" },
  revoked: { icon: Ban, tone: "cancelled" },
} as const;

export function KeyRow(props: {
  apiKey: KeyWithCreator;
  days: readonly number[];
  used: number;
  /** Per minute; null without a limit. */
  limit: number | null;
  now: Date;
  canManage: boolean;
  revoke: FormAction;
  restrict: FormAction;
}) {
  const { apiKey, days, used, limit, now, canManage, revoke, restrict } = props;
  const t = useTranslations("keys");
  const format = useFormatter();
  const { id, name, prefix, lastFour, mode, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const state = keyState(apiKey, now);
  const isWorking = state === "active" || state === "expiring";
  const end = revokedAt ?? expiresAt;
  const heading = `key-${id}`;
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-line py-4 text-sm last:border-0 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1.2fr)_8.5rem_7rem_12rem] lg:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={heading} className="min-w-0 font-medium break-words">
            {name}
          </span>
          <Badge look={LOOKS[state]}>{t(`state.${state}`)}</Badge>
        </p>
        <p className="mt-0.5 font-mono text-xs">
          {prefix}…{lastFour}
        </p>
        {isWorking && apiKey.allowedNetworks.length > 0 && (
          <p className="mt-0.5 text-xs text-soft">
            {t("networks.some", { count: apiKey.allowedNetworks.length })}
          </p>
        )}
        <p className="mt-0.5 text-xs break-words text-soft">
          {t.rich("card.created", {
            who: createdBy ?? t("card.by_command_line"),
            at: () => <DateTime at={createdAt.toISOString()} short />,
          })}
        </p>
      </div>
      <div className="min-w-0">
        <p className="text-xs text-soft lg:sr-only">{t("card.last_used")}</p>
        <p>
          {lastUsedAt === null ? (
            t("card.never")
          ) : (
            <RelativeTime at={lastUsedAt.toISOString()} now={now.getTime()} />
          )}
          {apiKey.lastNetwork !== null && <span className="text-soft"> · {apiKey.lastNetwork}</span>}
        </p>
        {apiKey.lastRoute !== null && (
          <p className="truncate font-mono text-xs text-soft" title={apiKey.lastRoute}>
            {apiKey.lastRoute}
          </p>
        )}
        {isWorking && isUnused(apiKey, now) && <p className="text-xs text-late">{t("card.unused")}</p>}
        {end !== null && (
          <p className={`text-xs ${state === "expiring" ? "text-late" : "text-soft"}`}>
            {t(`card.end.${state}`)} <DateTime at={end.toISOString()} short />
            {state === "expiring" && (
              <>
                {" · "}
                <RelativeTime at={end.toISOString()} now={now.getTime()} />
              </>
            )}
          </p>
        )}
      </div>
      <div>
        <p className="text-xs text-soft lg:sr-only">{t("card.calls")}</p>
        <Link
          href={withMode(`/dashboard/requests?key=${id}`, mode)}
          className="inline-flex min-h-6 items-end text-link hover:underline"
        >
          <Sparkline days={days} />
        </Link>
      </div>
      <div>
        {isWorking && (
          <>
            <p className="text-xs text-soft lg:sr-only">{t("card.limit")}</p>
            <p className="tabular-nums">
              {limit === null
                ? format.number(used)
                : t.rich("card.of_limit", {
                    used: format.number(used),
                    limit: format.number(limit),
                    quiet: (chunks) => <span className="text-soft">{chunks}</span>,
                  })}
            </p>
          </>
        )}
      </div>
      {canManage && isWorking ? (
        <div className="-mx-3.5 flex flex-wrap gap-1 sm:col-span-2 lg:col-span-1 lg:mx-0 lg:-mr-3.5 lg:grid lg:grid-cols-2 lg:justify-items-start">
          <RotateButton id={id} name={name} describedBy={heading} />
          <NetworksButton
            restrict={restrict}
            apiKey={apiKey}
            networks={apiKey.allowedNetworks}
            describedBy={heading}
          />
          <RotateButton id={id} name={name} isLeaked describedBy={heading} />
          <ConfirmButton
            action={revoke}
            hidden={{ id }}
            fields={{ confirmation: t("revoke.confirmation") }}
            label={t("revoke.open")}
            title={t("revoke.title", { name })}
            text={t("revoke.text")}
            confirm={t("revoke.submit")}
            look={SMALL_DANGER}
            isDangerous
            describedBy={heading}
          >
            <TextField
              name="confirmation"
              label={t("revoke.confirmation")}
              hint={t("revoke.hint", { name, lastFour })}
            />
          </ConfirmButton>
        </div>
      ) : (
        <span />
      )}
    </li>
  );
}

const HEIGHT = 24;
const BAR = 8;
const GAP = 3;

function Sparkline({ days }: { days: readonly number[] }) {
  const t = useTranslations("keys.usage");
  const format = useFormatter();
  const total = days.reduce((sum, calls) => sum + calls, 0);
  const most = Math.max(1, ...days);
  const width = days.length * (BAR + GAP) - GAP;
  const text = t("text", { total, days: days.map((calls) => format.number(calls)).join(" · ") });
  return (
    <span className="mt-1 inline-flex items-end gap-2">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={text}>
        <title>{text}</title>
        {days.map((calls, day) => {
          // A day with a single call must still be visible.
          const height = calls === 0 ? 1 : Math.max(3, (calls / most) * HEIGHT);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a day has no identity but its index.
              key={day}
              x={day * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={1}
              className={calls === 0 ? "fill-line" : "fill-fir"}
            />
          );
        })}
      </svg>
      <span aria-hidden="true" className="tabular-nums">
        {format.number(total)}
      </span>
    </span>
  );
}
