import type { TrackingState } from "@/components/tracking/tracking-state";

/** What has happened, with its times, and what comes next. */
export function Timeline({ steps, title }: { steps: TrackingState["steps"]; title: string }) {
  return (
    <section className="block" aria-label={title}>
      <ol className="steps">
        {steps.map(({ key, state, label, at, time }) => (
          <li key={key} data-state={state} aria-current={state === "current" ? "step" : undefined}>
            <span>{label}</span>
            {time !== null && <time dateTime={at ?? undefined}>{time}</time>}
          </li>
        ))}
      </ol>
    </section>
  );
}
