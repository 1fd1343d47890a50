import { Ban, Check, Clock, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { RevokeButton } from "@/components/keys/revoke-button";
import { RotateButton } from "@/components/keys/rotation";
import { Sparkline } from "@/components/keys/sparkline";
import { Age } from "@/components/ui/age";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { Pill } from "@/components/ui/pill";
import { CARD, LINK } from "@/components/ui/styles";
import { isUnused, type KeyState, keyState } from "@/lib/accounts/key";
import type { KeyWithCreator } from "@/lib/accounts/list-account-keys";
import { inMode } from "@/lib/pages/mode";

const LOOKS = {
  active: { icon: Check, tone: "delivered" },
  expiring: { icon: TriangleAlert, tone: "late" },
  expired: { icon: Clock, tone: "cancelled" },
  revoked: { icon: Ban, tone: "cancelled" },
} as const;

function StatePill({ state }: { state: KeyState }) {
  const t = useTranslations("keys.state");
  return <Pill look={LOOKS[state]}>{t(state)}</Pill>;
}

/** A key in the list, which never shows more than its two ends. */
export function KeyCard({
  apiKey,
  days,
  now,
  isOwner,
  revoke,
}: {
  apiKey: KeyWithCreator;
  /** Calls on each of the last days, oldest first. */
  days: readonly number[];
  now: Date;
  isOwner: boolean;
  revoke: FormAction;
}) {
  const t = useTranslations("keys");
  const { id, name, prefix, lastFour, mode, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const state = keyState(apiKey, now);
  const isWorking = state === "active" || state === "expiring";
  const end = revokedAt ?? expiresAt;
  const heading = `key-${id}`;
  return (
    <li className={`${CARD} p-4 sm:p-5`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={heading} className="min-w-0 font-medium break-words">
              {name}
            </h3>
            <StatePill state={state} />
          </div>
          <p className="mt-1 font-mono text-sm text-soft">
            {prefix}…{lastFour}
          </p>
        </div>
        {isOwner && isWorking && (
          <div className="flex flex-wrap gap-3">
            <RotateButton id={id} name={name} describedBy={heading} />
            <RevokeButton id={id} name={name} lastFour={lastFour} describedBy={heading} revoke={revoke} />
          </div>
        )}
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <dt className="text-xs text-soft">{t("card.created")}</dt>
          <dd>
            <Moment at={createdAt.toISOString()} />
            <span className="block text-soft break-words">{createdBy ?? t("card.by_command_line")}</span>
          </dd>
        </div>
        <div>
          <dt className="text-xs text-soft">{t("card.last_used")}</dt>
          <dd>
            {lastUsedAt === null ? (
              t("card.never")
            ) : (
              <Age at={lastUsedAt.toISOString()} now={now.getTime()} />
            )}
            {isWorking && isUnused(apiKey, now) && (
              <span className="block text-late">{t("card.unused")}</span>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-xs text-soft">{t("card.calls")}</dt>
          <dd>
            <Link
              href={inMode(`/dashboard/requests?key=${id}`, mode)}
              className={`${LINK} inline-flex min-h-6 items-end`}
            >
              <Sparkline days={days} />
            </Link>
          </dd>
        </div>
        {end !== null && (
          <div>
            <dt className="text-xs text-soft">{t(`card.end.${state}`)}</dt>
            <dd>
              <Moment at={end.toISOString()} />
              {state === "expiring" && (
                <span className="block text-late">
                  <Age at={end.toISOString()} now={now.getTime()} />
                </span>
              )}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}
