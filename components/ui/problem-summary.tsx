"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  answer: unknown;
  refusal: ReactNode;
  problems: readonly { readonly id: string; readonly label: string; readonly text: string }[];
  className?: string;
}

/** Takes the focus on each new `answer`. `refusal` is null if only fields are wrong. */
export function ProblemSummary({ answer, refusal, problems, className = "mb-4" }: Props) {
  const t = useTranslations("ui.form");
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => box.current?.focus(), [answer]);
  if (refusal === null && problems.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`${className} scroll-mt-24 rounded-lg bg-bad-tint p-4 text-sm text-ink focus:outline-2 focus:outline-bad`}
    >
      <div className="flex items-start gap-2 font-medium text-bad">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <div>{refusal ?? t("problems", { count: problems.length })}</div>
      </div>
      {problems.length > 0 && (
        <ul className="mt-2 ml-6 list-disc space-y-1">
          {problems.map(({ id, label, text }) => (
            <li key={`${id} ${label}`}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(id)?.focus();
                }}
                className="underline underline-offset-2"
              >
                {label}
              </a>
              {": "}
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
