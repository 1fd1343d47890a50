import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export interface Step {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly isDone: boolean;
  /** A link or button that begins the step. */
  readonly action?: ReactNode;
}

/** Numbered steps with their progress. */
export function StepList(props: { id: string; heading: string; steps: readonly Step[]; className?: string }) {
  const { id, heading, steps, className = "" } = props;
  const t = useTranslations("ui.steps");
  return (
    <section aria-labelledby={id} className={`@container rounded-xl bg-ground px-5 py-4 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="type-heading">
          {heading}
        </h2>
        <p className="text-sm text-soft">
          {t("progress", { done: steps.filter(({ isDone }) => isDone).length, all: steps.length })}
        </p>
      </div>
      <ol className="mt-2 grid gap-x-8 @3xl:grid-cols-2">
        {steps.map(({ name, title, hint, isDone, action }, index) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            <span
              aria-hidden="true"
              className={`flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-semibold ${
                isDone ? "bg-delivered-tint text-delivered" : "bg-surface text-soft"
              }`}
            >
              {isDone ? <Check className="size-4" /> : index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-48 text-sm">
              <p className="font-medium">{title}</p>
              <p className={isDone ? "text-delivered" : "text-soft"}>{isDone ? t("done") : hint}</p>
            </div>
            {!isDone && action !== undefined && (
              <div className="max-sm:w-full max-sm:pl-10 @max-md:w-full @max-md:pl-10">{action}</div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
