"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { useEditor } from "@/components/order-form/use-editor";
import { useFieldNames } from "@/components/order-form/use-field-names";

/**
 * Everything that keeps the form from being saved, at once. It takes the focus when an answer brings it, and each
 * line leads to its field.
 */
export function ProblemSummary({
  round,
  hasRefusal,
  refusal,
}: {
  /** Grows with each answer. */
  round: number;
  hasRefusal: boolean;
  refusal: ReactNode;
}) {
  const t = useTranslations("ui");
  const { problems } = useEditor();
  const { pathName } = useFieldNames();
  const box = useRef<HTMLDivElement>(null);
  const isWrong = hasRefusal || problems.length > 0;
  useEffect(() => {
    if (round > 0) box.current?.focus();
  }, [round]);
  if (!isWrong) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-6 scroll-mt-24 rounded-lg border border-bad p-4 text-sm text-ink focus:outline-2 focus:outline-bad"
    >
      <div className="flex items-start gap-2 font-medium text-bad">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <div>{hasRefusal ? refusal : t("form.problems", { count: problems.length })}</div>
      </div>
      {problems.length > 0 && (
        <ul className="mt-2 ml-6 list-disc space-y-1">
          {problems.map(({ field, code }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(field)?.focus();
                }}
                className="underline underline-offset-2"
              >
                {pathName(field)}
              </a>
              {": "}
              {t(`problems.${code}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
