"use client";

import { FlaskConical, Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, startTransition, useActionState } from "react";
import type { OrderPageView, SimulationState } from "@/components/orders/detail/order-state";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { useRefusalText } from "@/components/ui/form";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { LINK, SMALL_OUTLINE, SMALL_PRIMARY } from "@/components/ui/styles";
import { useNow } from "@/components/ui/use-now";
import { withMode } from "@/lib/http/mode";

const SPEEDS = [1, 2, 4, 8, 15, 30, 60] as const;
const RANKS = { new: 0, assigned: 1, in_progress: 2, delivered: 3, cancelled: 3 } as const;
const GOALS = ["assigned", "in_progress", "delivered"] as const;

interface SimulatorProps {
  order: OrderPageView;
  simulation: SimulationState;
  now: number;
  action: FormAction;
}

export function Simulator({ order, simulation, now: atFirst, action }: SimulatorProps) {
  const t = useTranslations("order.simulator");
  const formatRefusal = useRefusalText();
  const [state, submit, isPending] = useActionState(action, INITIAL_FORM_STATE);
  const send = (name: string, value: string) => {
    if (isPending) return;
    const form = new FormData();
    form.set("code", order.code);
    form.set(name, value);
    startTransition(() => submit(form));
  };
  const { isManual, isSilent, speed } = simulation;
  const button = (name: string, value: string, text: ReactNode, look = SMALL_OUTLINE) => (
    <button type="button" className={look} aria-disabled={isPending} onClick={() => send(name, value)}>
      {text}
    </button>
  );
  const speeds = SPEEDS.some((one) => one === speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <section aria-label={t("title")} className="rounded-xl bg-test-tint p-4 print:hidden">
      <Standing simulation={simulation} now={atFirst} mode={order.mode} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isManual
          ? button("control", "play", withIcon(Play, t("play")), SMALL_PRIMARY)
          : button("control", "pause", withIcon(Pause, t("pause")), SMALL_PRIMARY)}
        <label className="flex items-center gap-2 text-sm">
          <span className="sr-only">{t("speed")}</span>
          <select
            value={speed}
            onChange={(event) => send("speed", event.target.value)}
            className="min-h-11 rounded-lg border border-line bg-surface px-3 text-sm font-medium sm:min-h-9"
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {t("times", { speed: one })}
              </option>
            ))}
          </select>
        </label>
        <span aria-hidden="true" className="mx-1 h-6 w-px bg-(--edge) max-sm:hidden" />
        {GOALS.filter((goal) => RANKS[goal] > getRank(order)).map((goal) => (
          <span key={goal}>{button("goal", goal, t(`goals.${goal}`))}</span>
        ))}
        <span aria-hidden="true" className="mx-1 h-6 w-px bg-(--edge) max-sm:hidden" />
        {isSilent
          ? button("control", "find_gps", t("find_gps"))
          : order.status === "in_progress" && button("control", "lose_gps", t("lose_gps"))}
        {order.driver !== null && button("control", "delay", t("delay"))}
      </div>
      {state.refusal !== null && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {formatRefusal(state.refusal, state.texts)}
        </p>
      )}
      <p className="mt-3 text-xs text-soft">{t("hint")}</p>
    </section>
  );
}

const getRank = ({ status, driver }: OrderPageView): number =>
  status === "assigned" && driver === null ? RANKS.new : RANKS[status];

function withIcon(Icon: typeof Play, text: string): ReactNode {
  return (
    <>
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </>
  );
}

interface StandingProps {
  simulation: SimulationState;
  now: number;
  mode: OrderPageView["mode"];
}

function Standing({ simulation, now: atFirst, mode }: StandingProps) {
  const { scenario, isManual, isSilent, heldUntil } = simulation;
  const t = useTranslations("order.simulator");
  const scenarios = useTranslations("sandbox.scenario");
  const now = useNow(atFirst);
  const { time } = useOrderFormatter(now);
  const isHeld = heldUntil !== null && Date.parse(heldUntil) > now;
  const parts = [
    t(isManual ? "paused" : "playing"),
    ...(isHeld ? [t("held", { time: time(heldUntil) })] : []),
    ...(isSilent ? [t("silent")] : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="flex items-center gap-2 type-heading">
        <FlaskConical aria-hidden="true" className="size-4 text-test" />
        {t("title")}
      </h2>
      <p role="status" className="text-sm font-medium text-test">
        {parts.join(" · ")}
      </p>
      <p className="min-w-0 text-sm text-soft">
        <code className="font-mono">{scenario}</code>: {scenarios(scenario)}
      </p>
      <Link href={withMode("/dashboard/sandbox", mode)} className={`${LINK} ml-auto text-sm`}>
        {t("scenarios")}
      </Link>
    </div>
  );
}
