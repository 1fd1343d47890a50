"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageCircle, Phone, TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { Handover } from "@/components/console/handed-over";
import { TimeWindow } from "@/components/orders/detail/time-window";
import { useDistance } from "@/components/orders/detail/use-distance";
import { CloseButton } from "@/components/ui/close-button";
import { ClockTime } from "@/components/ui/date-time";
import { ActionForm, CheckboxField, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { QueryCache } from "@/components/ui/query-cache";
import { INPUT, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { readState } from "@/components/ui/use-live";
import type { CandidateView, Reassignment } from "@/lib/console/find-reassignment";
import { matchesQuery } from "@/lib/http/matches-query";
import type { CargoSize } from "@/lib/pricing/cargo-size";

const REFRESH_MS = 30_000;
const MAX_WITHOUT_FILTER = 8;

interface Props {
  orderCode: string;
  above?: ReactNode;
  assign: FormAction;
  onConsider?: ((candidate: CandidateView | null) => void) | undefined;
  onDone: (handover: Handover) => void;
  onClose: () => void;
}

/** Calls `onConsider` with the chosen or best courier. */
export const ReassignSheet = (props: Props) => (
  <QueryCache>
    <Candidates {...props} />
  </QueryCache>
);

function Candidates({ orderCode, above, assign, onConsider, onDone, onClose }: Props) {
  const t = useTranslations("ops.reassign");
  const { data, isError } = useQuery({
    queryKey: ["candidates", orderCode],
    queryFn: async () =>
      readState<Reassignment>(await fetch(`/ops/orders/${encodeURIComponent(orderCode)}/candidates`)),
    refetchInterval: REFRESH_MS,
  });
  const heading = useId();
  const title = data?.courier === null ? "assign_title" : "title";
  return (
    <section aria-labelledby={heading} className="flex max-h-full min-h-0 flex-col">
      <header className="px-5 pt-5 pb-3">
        <div className="flex items-start justify-between gap-3">
          <div>
            {above}
            <h2 id={heading} className={`type-title text-balance ${above ? "mt-3" : ""}`}>
              {t.rich(title, {
                code: orderCode,
                plain: (code) => <span className="whitespace-nowrap">{code}</span>,
              })}
            </h2>
          </div>
          <CloseButton label={t("close")} onClose={onClose} />
        </div>
        {data !== undefined && <Situation given={data} />}
      </header>
      {data === undefined ? (
        <p role="status" className="px-5 pb-6 text-sm text-soft">
          {t(isError ? "failed" : "loading")}
        </p>
      ) : data.isPossible ? (
        <Choice given={data} assign={assign} onConsider={onConsider} onDone={onDone} />
      ) : (
        <p className="px-5 pb-6 text-sm">{t("over")}</p>
      )}
    </section>
  );
}

function Situation({ given }: { given: Reassignment }) {
  const t = useTranslations("ops.reassign");
  const format = useFormatter();
  const { courier, size, door, isTakeover, promised } = given;
  const seen = courier?.seenAt ?? null;
  return (
    <p className="mt-1.5 text-sm text-soft">
      {courier === null
        ? t("without", { size })
        : t(isTakeover ? "carried_by" : "assigned_to", { size, name: courier.name })}{" "}
      {seen !== null && <>{t("seen", { ago: format.relativeTime(new Date(seen), new Date()) })} </>}
      {door !== "" && t("door", { door })}
      {promised !== null && (
        <>
          {" "}
          {t("promised")} <TimeWindow {...promised} />.
        </>
      )}
    </p>
  );
}

function Choice(props: Pick<Props, "assign" | "onConsider" | "onDone"> & { given: Reassignment }) {
  const { given, assign, onConsider, onDone } = props;
  const t = useTranslations("ops.reassign");
  const { code, candidates, courier, isTakeover, isApproximate } = given;
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState("");
  const best = candidates.find((one) => isPossible(one) && !one.isTooSmall);
  const choice = candidates.find((one) => one.id === chosen && isPossible(one)) ?? best;
  const consider = useEffectEvent((): void => onConsider?.(choice ?? null));
  const considered = choice && [choice.id, choice.way?.seconds].join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once per choice
  useEffect(() => {
    consider();
  }, [considered]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Enter then assigns, and arrow keys choose another courier.
    list.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
  }, []);
  if (candidates.length === 0) return <p className="px-5 pb-6 text-sm">{t("nobody")}</p>;
  const isNobodyFree = !candidates.some(isPossible);
  const name = firstName(choice?.name ?? "");
  return (
    <ActionForm
      action={assign}
      hidden={{ code }}
      fields={{ courier: t("courier") }}
      onDone={() => {
        // The list may already name the new courier.
        const id = courier?.id ?? null;
        const isFormer = courier !== null && id !== null && id !== choice?.id;
        const former = isFormer ? { id, name: courier.name } : null;
        onDone({ code, name: choice?.name ?? "", former });
      }}
      className="flex min-h-0 flex-col"
    >
      {/* Not a fieldset, because a fieldset does not let its content shrink. */}
      <div ref={list} role="radiogroup" aria-label={t("courier")} className="flex min-h-0 flex-col">
        <div className="flex justify-between gap-3 px-5 pb-2 text-xs text-soft">
          <span>
            {t(isTakeover ? "by_takeover" : "by_pickup")}
            {isApproximate && `, ${t("approximate")}`}
          </span>
          <span>{t("to_recipient")}</span>
        </div>
        {candidates.length > MAX_WITHOUT_FILTER && (
          <div className="px-5 pb-3">
            <input
              type="search"
              aria-label={t("filter")}
              placeholder={t("filter")}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              // Enter would submit the form.
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
              className={INPUT}
            />
          </div>
        )}
        <div className="min-h-0 overflow-y-auto">
          {candidates.every(({ name }) => !matchesQuery(name, wanted)) && (
            <p className="px-5 pb-3 text-sm">{t("none_named")}</p>
          )}
          {candidates.map((candidate, index) => (
            <CandidateRow
              isHidden={!matchesQuery(candidate.name, wanted)}
              key={candidate.id}
              candidate={candidate}
              size={given.size}
              rank={index + 1}
              isChosen={candidate.id === choice?.id}
              choose={() => setChosen(candidate.id)}
            />
          ))}
        </div>
      </div>
      {choice?.arrival != null && (
        <Note icon={<MessageCircle aria-hidden="true" className="size-4 shrink-0" />}>
          {t("new_window")} <TimeWindow {...choice.arrival} />
        </Note>
      )}
      {choice?.isTooSmall && (
        <div className="border-t border-line px-5 py-2">
          <CheckboxField key={choice.id} name="anyway" label={t("anyway", { name })} />
        </div>
      )}
      <div className="flex gap-2 border-t border-line p-5 pt-3.5 empty:hidden">
        {!isNobodyFree && (
          <SubmitButton look={`${PRIMARY} grow`}>
            {choice === undefined ? t("choose") : t(courier === null ? "assign" : "confirm", { name })}
          </SubmitButton>
        )}
        {courier !== null && (
          <a
            href={`tel:${courier.phone}`}
            aria-label={t("call", { name: courier.name })}
            className={SECONDARY}
          >
            <Phone aria-hidden="true" className="size-5" />
            {firstName(courier.name)}
          </a>
        )}
      </div>
      {choice === undefined && (
        <Note icon={<TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-late" />}>
          {t(isNobodyFree ? "none_free" : "none_fits")}
        </Note>
      )}
    </ActionForm>
  );
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-center gap-2 border-t border-line px-5 py-3.5 text-sm text-soft">
    {icon}
    <span>{children}</span>
  </p>
);

const isPossible = ({ route }: CandidateView): boolean => route === null || route.refusal === null;

function useRouteText() {
  const t = useTranslations("ops.reassign");
  return (route: NonNullable<CandidateView["route"]>, vehicle: string): ReactNode => {
    const { nextOrderCode, orderCount: count, refusal, addedSeconds, endsAt } = route;
    if (refusal === "COURIER_FULL") return t("full", { count });
    if (refusal === "ROUTE_NOT_SHARED") return t("not_shared", { count });
    if (refusal !== null) {
      return t.rich("busy", { code: nextOrderCode, time: () => <ClockTime at={endsAt} /> });
    }
    return t("joins", { count, minutes: Math.round(addedSeconds / 60), vehicle });
  };
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

interface CandidateProps {
  candidate: CandidateView;
  size: CargoSize;
  rank: number;
  isChosen: boolean;
  isHidden: boolean;
  choose: () => void;
}

function CandidateRow({ candidate, size, rank, isChosen, isHidden, choose }: CandidateProps) {
  const t = useTranslations("ops.reassign");
  const ui = useTranslations("ui.transport");
  const format = useFormatter();
  const distance = useDistance();
  const describeRoute = useRouteText();
  const { id, name, transport, way, arrival, route, isTooSmall, isOnShift, isOnBreak, isHeardOf, isPlanned } =
    candidate;
  const isOut = !isPossible(candidate);
  const isWarning = isTooSmall && !isOut;
  const vehicle = ui(transport);
  const note = isTooSmall
    ? t("too_small", { vehicle, size })
    : route !== null
      ? describeRoute(route, vehicle)
      : t(isOnShift ? (isOnBreak ? "on_break" : isHeardOf ? "free" : "silent") : "off_shift", { vehicle });
  const minutes =
    way && format.number(Math.max(1, Math.round(way.seconds / 60)), { style: "unit", unit: "minute" });
  return (
    <label
      className={`relative ${isHidden ? "hidden" : "grid"} min-h-14 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-2 border-t border-line px-5 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus ${isChosen ? "bg-selected" : ""} ${isOut ? "" : "cursor-pointer hover:bg-hover"}`}
    >
      <input
        type="radio"
        name="courier"
        value={id}
        checked={isChosen}
        onChange={choose}
        disabled={isOut}
        className="sr-only"
      />
      <span aria-hidden="true" className="self-center text-xs text-soft">
        {isWarning ? <TriangleAlert className="size-4" /> : rank}
      </span>
      <span className={`truncate font-medium ${isOut || isWarning ? "text-soft" : ""}`}>
        {name}
        {isPlanned && (
          <>
            {" "}
            <span className="ml-1 rounded-full bg-assigned-tint px-2 py-px text-xs text-assigned">
              {t("planned")}
            </span>
          </>
        )}
      </span>
      <span className="text-right font-medium tabular-nums">
        {arrival === null ? "" : <ClockTime at={arrival.at} />}
      </span>
      <span className={`col-start-2 text-xs ${isWarning ? "text-late" : "text-soft"}`}>{note}</span>
      <span className="text-right text-xs whitespace-nowrap text-soft tabular-nums">
        {way === null ? t("nowhere") : `${minutes} · ${distance(way.meters)}`}
      </span>
    </label>
  );
}
