"use client";

import { useTranslations } from "next-intl";
import { useTripQuestionText } from "@/components/orders/form/trip-question-dialog";
import { SMALL_SECONDARY } from "@/components/ui/styles";
import type { CheckedGroup } from "@/lib/imports/check-rows";

/** An order that is sent only if the user says so. */
export interface ImportQuestion {
  readonly key: string;
  /** The first row of the order. */
  readonly row: number;
  readonly price: number;
  readonly question: NonNullable<CheckedGroup["question"]>;
}

interface Props {
  questions: readonly ImportQuestion[];
  answers: ReadonlyMap<string, boolean>;
  onAnswer: (keys: readonly string[], isOrdered: boolean) => void;
}

export function TripQuestions({ questions, answers, onAnswer }: Props) {
  const t = useTranslations("import.questions");
  const getText = useTripQuestionText();
  const open = questions.filter(({ key }) => !answers.has(key)).length;
  const all = questions.map(({ key }) => key);
  return (
    <section aria-labelledby="trip-questions" className="my-4 rounded-lg border border-late p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="trip-questions" className="text-sm font-semibold">
          {t("heading", { count: questions.length })}
        </h2>
        <div className="flex flex-wrap gap-2">
          <button type="button" onClick={() => onAnswer(all, true)} className={SMALL_SECONDARY}>
            {t("order_all")}
          </button>
          <button type="button" onClick={() => onAnswer(all, false)} className={SMALL_SECONDARY}>
            {t("skip_all")}
          </button>
        </div>
      </div>
      <p role="status" className="mt-1 text-sm text-soft">
        {open > 0 ? t("open", { count: open }) : t("answered")}
      </p>
      <ul className="mt-2 max-h-72 divide-y divide-line overflow-y-auto">
        {questions.map(({ key, row, price, question }) => (
          <li key={key} className="py-2 text-sm">
            <fieldset>
              <legend className="float-left w-full">
                {t("row", { row })} {getText({ ...question, price })}
              </legend>
              <div className="clear-both flex flex-wrap gap-x-5">
                {[true, false].map((isOrdered) => (
                  <label key={String(isOrdered)} className="flex min-h-9 cursor-pointer items-center gap-2">
                    <input
                      type="radio"
                      name={`question-${key}`}
                      checked={answers.get(key) === isOrdered}
                      onChange={() => onAnswer([key], isOrdered)}
                      className="size-4 accent-fir"
                    />
                    {t(isOrdered ? "order" : "skip")}
                  </label>
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  );
}
