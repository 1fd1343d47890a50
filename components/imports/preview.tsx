"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ColumnChoice } from "@/components/imports/column-choice";
import type { ImportProps } from "@/components/imports/import-props";
import { PlaceDialog } from "@/components/imports/place-dialog";
import { type PreviewRow, PreviewTable } from "@/components/imports/preview-table";
import { type ImportQuestion, TripQuestions } from "@/components/imports/trip-questions";
import {
  type Check,
  type CheckedTerms,
  post,
  searchTexts,
  toParts,
  useCheck,
} from "@/components/imports/use-check";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { useRefusalText } from "@/components/ui/form";
import { HttpError } from "@/components/ui/http-error";
import { Notice } from "@/components/ui/notice";
import { PRIMARY, SECONDARY, SMALL_INPUT } from "@/components/ui/styles";
import { Tabs } from "@/components/ui/tabs";
import { useLanguage } from "@/components/ui/use-language";
import { isExact } from "@/lib/city/geocoding/address-match";
import type { ErrorCode } from "@/lib/http/errors";
import { withMode } from "@/lib/http/mode";
import { type Columns, type ImportField, matchColumns, missingFields } from "@/lib/imports/column";
import { toRejectedCsv } from "@/lib/imports/csv";
import {
  DATE_ORDERS,
  type DateOrder,
  guessDateOrder,
  readDeliveryTime,
  toDeliveryText,
  toReadyText,
} from "@/lib/imports/delivery-time";
import { findTotals } from "@/lib/imports/find-totals";
import type { Table } from "@/lib/imports/read-table";
import { toValues } from "@/lib/imports/rows";
import type { Locale } from "@/lib/locale/locale";

interface Props extends ImportProps {
  readonly fileName: string;
  readonly table: Table;
}

const UNCERTAIN = ["approximate", "ambiguous", "not_found"];

export function Preview(props: Props) {
  const { mode, remembered, pickups, styleUrl, center, fileName, phoneExample } = props;
  const { table: edited, edit } = useEdits(props.table);
  const t = useTranslations("import");
  const rubles = useRubles();
  const [columns, setColumns] = useState<Columns>(() => matchColumns(edited.header, remembered));
  const { table, totals } = useMemo(() => splitTotals(edited, columns), [edited, columns]);
  const [pickup, setPickup] = useState(pickups[0]?.id ?? "");
  const [view, setView] = useState<"all" | "wrong">("all");
  const [isMapOpen, setMapOpen] = useState(false);
  const missing = missingFields(columns, pickup !== "");
  const dates = useDates(table, columns);
  const check = useCheck({
    ...{ mode, table, columns },
    terms: { pickup: pickup || null, dateOrder: dates.order },
    isReady: missing.length === 0,
  });
  const rows = useRows(table, check, phoneExample);
  const several = check.groups.filter((group) => group.length > 1);
  const wrong = rows.filter(({ problems, note }) => problems.size > 0 || note !== null);
  const ready = [...check.checked].flatMap(([index, { price }]) =>
    price === null ? [] : [{ index, price }],
  );
  const [answers, setAnswers] = useState<ReadonlyMap<string, boolean>>(new Map());
  const questions = ready.flatMap(({ index, price }): ImportQuestion[] => {
    const question = check.checked.get(index)?.question ?? null;
    const row = check.groups[index]?.[0]?.number ?? 0;
    return question === null ? [] : [{ key: `${row} ${price} ${question.meters}`, row, price, question }];
  });
  const skipped = new Set(questions.filter(({ key }) => answers.get(key) === false).map(({ row }) => row));
  const chosen = ready.filter(({ index }) => !skipped.has(check.groups[index]?.[0]?.number ?? 0));
  const isAnswered = questions.every(({ key }) => answers.has(key));
  const total = Math.round(chosen.reduce((sum, { price }) => sum + price * 100, 0)) / 100;
  const isChecked = check.checked.size === check.groups.length && missing.length === 0;
  const uncertain = listUncertain(columns, check);
  const submission = useSubmission(
    { ...props, table },
    columns,
    { pickup: pickup || null, dateOrder: dates.order },
    check,
  );
  const rowsChecked = [...check.checked.keys()].reduce(
    (sum, index) => sum + (check.groups[index]?.length ?? 0),
    check.repeats.size,
  );
  return (
    <>
      {missing.length > 0 && (
        <Notice>
          {t("columns.missing", { fields: missing.map((field) => t(`fields.${field}`)).join(", ") })}
        </Notice>
      )}
      <ColumnChoice table={table} columns={columns} missing={missing} onChange={setColumns} />
      {pickups.length > 0 && (
        <label className="mt-4 block max-w-md text-sm">
          <span className="block font-medium">{t("pickup.label")}</span>
          <select
            value={pickup}
            onChange={({ target }) => setPickup(target.value)}
            className={`${SMALL_INPUT} mt-1 w-full`}
          >
            {pickups.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
            <option value="">{t("pickup.none")}</option>
          </select>
          <span className="mt-1 block text-xs text-soft">{t("pickup.hint")}</span>
        </label>
      )}
      {dates.isOpen && (
        <fieldset className="mt-4 text-sm">
          <legend className="font-medium">{t("dates.label")}</legend>
          <div className="flex flex-wrap gap-x-5">
            {DATE_ORDERS.map((order) => (
              <label key={order} className="flex min-h-9 cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="date-order"
                  checked={dates.order === order}
                  onChange={() => dates.choose(order)}
                  className="size-4 accent-fir"
                />
                {t(`dates.${order}`)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Progress check={check} done={rowsChecked} total={table.rows.length} isDone={isChecked} />
      <div className="my-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className={`text-sm ${missing.length > 0 ? "invisible" : ""}`}>
          <strong className="font-semibold">{t("summary.ready", { count: ready.length })}</strong>
          {ready.length > 0 && `, ${t("summary.total", { price: rubles(total) })}`}
          {wrong.length > 0 && (
            <span className="text-bad">{`, ${t("summary.wrong", { count: wrong.length })}`}</span>
          )}
        </p>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col-reverse">
          {uncertain.length > 0 && isChecked && (
            <button type="button" onClick={() => setMapOpen(true)} className={SECONDARY}>
              {t("map.open", { count: uncertain.length })}
            </button>
          )}
          {wrong.length > 0 && isChecked && (
            <DownloadButton fileName={fileName} header={table.header} rows={wrong} />
          )}
          {isChecked && chosen.length > 0 && (
            <button
              type="button"
              aria-disabled={submission.isPending}
              disabled={!isAnswered}
              onClick={() => void submission.submit(chosen.map(({ index }) => index))}
              className={PRIMARY}
            >
              {submission.isPending ? t("placing") : t("place", { count: chosen.length })}
            </button>
          )}
        </div>
      </div>
      {totals.length > 0 && (
        <p className="my-4 text-sm text-soft">
          {t("totals", {
            count: totals.length,
            rows: totals.map(({ number }) => number).join(", "),
          })}
        </p>
      )}
      {several.length > 0 && (
        <p className="my-4 text-sm text-soft">
          {t("several", {
            count: several.length,
            rows: several.reduce((sum, group) => sum + group.length, 0),
          })}
        </p>
      )}
      {isChecked && questions.length > 0 && (
        <TripQuestions
          questions={questions}
          answers={answers}
          onAnswer={(keys, isOrdered) =>
            setAnswers((before) => new Map([...before, ...keys.map((key) => [key, isOrdered] as const)]))
          }
        />
      )}
      {submission.problem !== null && <Notice>{submission.problem}</Notice>}
      <Tabs
        label={t("tabs.label")}
        tabs={(["all", "wrong"] as const).map((name) => ({ name, label: t(`tabs.${name}`) }))}
        current={view}
        onChoose={setView}
        className="mb-1 flex gap-1 border-b border-line"
        tabLook="min-h-11 cursor-pointer px-3 text-sm text-soft first:pl-0 aria-selected:font-semibold aria-selected:text-ink sm:min-h-10"
      />
      <PreviewTable
        header={table.header}
        columns={columns}
        rows={view === "all" ? rows : wrong}
        formatDate={dates.format}
        onEdit={edit}
      />
      {isMapOpen && (
        <PlaceDialog
          uncertain={uncertain}
          styleUrl={styleUrl}
          center={center}
          onConfirm={check.confirm}
          onClose={() => setMapOpen(false)}
        />
      )}
    </>
  );
}

function Progress(props: { check: Check; done: number; total: number; isDone: boolean }) {
  const { check, done, total, isDone } = props;
  const t = useTranslations("import");
  if (check.failure !== null) {
    return (
      <div className="mt-4">
        <Notice>
          {t(`failures.${check.failure}`)}{" "}
          <button type="button" onClick={check.retry} className="cursor-pointer underline underline-offset-4">
            {t("failures.again")}
          </button>
        </Notice>
      </div>
    );
  }
  if (isDone || check.checked.size === 0) return null;
  return (
    <div className="mt-4 text-sm text-soft">
      <progress
        value={done}
        max={total}
        aria-label={t("checking", { done, total })}
        className="h-1.5 w-full accent-fir"
      />
      <p className="tabular-nums">{t("checking", { done, total })}</p>
    </div>
  );
}

function DownloadButton(props: { fileName: string; header: readonly string[]; rows: readonly PreviewRow[] }) {
  const { fileName, header, rows } = props;
  const t = useTranslations("import");
  const locale = useLanguage();
  const download = () => {
    const rejected = rows.map(({ cells, problems, note }) => ({
      cells,
      reason: [
        ...[...problems].map(([field, text]) => `${t(`fields.${field}`)}: ${text}`),
        ...(note === null ? [] : [note]),
      ].join("; "),
    }));
    const csv = toRejectedCsv(header, rejected, { reason: t("reason"), locale });
    const url = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `rejected-${fileName.replace(/\.\w+$/, "")}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <button type="button" onClick={download} className={SECONDARY}>
      <Download aria-hidden="true" className="size-4" />
      {t("download")}
    </button>
  );
}

/** The table with the cells that were corrected on the page. */
function useEdits(opened: Table) {
  const [rows, setRows] = useState(opened.rows);
  const table = useMemo(() => ({ ...opened, rows }), [opened, rows]);
  const edit = (row: number, column: number, text: string) =>
    setRows((before) =>
      before.map((one) => {
        if (one.number !== row) return one;
        const cells = Array.from({ length: Math.max(one.cells.length, column + 1) }, (_, at) =>
          at === column ? text.trim() : (one.cells[at] ?? ""),
        );
        return { ...one, cells };
      }),
    );
  return { table, edit };
}

function splitTotals(table: Table, columns: Columns) {
  const totals = findTotals(columns, table.rows);
  return { totals, table: { ...table, rows: table.rows.slice(0, table.rows.length - totals.length) } };
}

/** The order of the file's dates: guessed, until one is chosen. */
function useDates(table: Table, columns: Columns) {
  const language = useLanguage();
  const [chosen, setChosen] = useState<DateOrder | null>(null);
  const texts = useMemo(
    () =>
      table.rows.flatMap(({ cells }) => {
        const values = toValues(columns, cells);
        return [toDeliveryText(values), toReadyText(values)];
      }),
    [table, columns],
  );
  const guess = useMemo(() => guessDateOrder(texts, readerDateOrder(language)), [texts, language]);
  const order = chosen ?? guess.order;
  const days = useMemo(
    () =>
      new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
        ...{ weekday: "short", day: "numeric", month: "long", year: "numeric" },
        timeZone: "UTC",
      }),
    [language],
  );
  return {
    order,
    isOpen: guess.isOpen,
    choose: setChosen,
    /** The date of a row as it is read, such as `Sat, 2 January 2027`; null if it is none. */
    format: (cells: readonly string[]): string | null => {
      const read = readDeliveryTime(toDeliveryText(toValues(columns, cells)), order);
      return read === null ? null : days.format(new Date(`${read.date}T00:00Z`));
    },
  };
}

/** Americans write the month first. */
const readerDateOrder = (language: Locale): DateOrder =>
  language === "en" && globalThis.navigator?.language === "en-US" ? "month_first" : "day_first";

function useRows(table: Table, { groups, repeats, checked }: Check, phoneExample: string): PreviewRow[] {
  const t = useTranslations("import");
  const shared = useTranslations("ui.problems");
  const formatProblem = (code: string) =>
    t.has(`problems.${code}`)
      ? t(`problems.${code}` as "problems.phone", { example: phoneExample })
      : shared(code);
  const states = new Map<number, Pick<PreviewRow, "problems" | "note" | "price">>();
  groups.forEach((rows, index) => {
    const result = checked.get(index);
    const first = result?.problems[0];
    rows.forEach(({ number }, row) => {
      const own = result?.problems.filter((one) => one.row === row) ?? [];
      const problems = new Map<ImportField, string>(
        own.map(({ field, code }) => [field, formatProblem(code)]),
      );
      const other = own.length === 0 && first !== undefined ? rows[first.row] : undefined;
      const note = other === undefined ? null : t("other_row", { row: other.number });
      states.set(number, { problems, note, price: row === 0 ? (result?.price ?? null) : null });
    });
  });
  return table.rows.map(({ number, cells }) => {
    const earlier = repeats.get(number);
    const repeated = {
      problems: new Map<ImportField, string>(),
      note: earlier === undefined ? null : t("problems.repeat", { row: earlier }),
      price: null,
    };
    return { number, cells, ...(states.get(number) ?? repeated) };
  });
}

function listUncertain(columns: Columns, { groups, checked, places, choices }: Check) {
  const texts = [...checked].flatMap(([index, { problems }]) =>
    problems
      .filter(({ code }) => UNCERTAIN.includes(code))
      .map(({ row, field }) => {
        const at = groups[index]?.[row];
        const [own, pickup] = at === undefined ? [] : searchTexts(columns, at);
        return (field.startsWith("pickup_") ? pickup : own) ?? "";
      }),
  );
  // A confirmed place is exact before its orders are checked again.
  return [...new Set(texts)]
    .map((text) => ({ text, place: places[text] ?? null, choices: choices[text] ?? [] }))
    .filter(({ place }) => place === null || !isExact(place));
}

function useSubmission(props: Props, columns: Columns, terms: CheckedTerms, { groups, places }: Check) {
  const { mode, fileName, table } = props;
  const t = useTranslations("import");
  const formatRefusal = useRefusalText();
  const router = useRouter();
  // The same for every attempt, so that a repeated one continues the first.
  const [id] = useState(() => crypto.randomUUID());
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (ready: readonly number[]) => {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    const parts = toParts(
      ready.map((index) => groups[index] ?? []),
      columns,
      places,
    );
    const body = { id, fileName, header: table.header, columns, ...terms, ...parts };
    try {
      const url = `/dashboard/import/orders?mode=${mode}`;
      const answer = await post<{ id?: string; refusal?: ErrorCode }>(url, body);
      if (answer.id !== undefined) {
        router.push(withMode(`/dashboard/import/${answer.id}`, mode));
        return;
      }
      setProblem(formatRefusal(answer.refusal ?? "INTERNAL_ERROR"));
    } catch (error) {
      const isTooLarge = error instanceof HttpError && error.status === 413;
      setProblem(t(isTooLarge ? "failures.too_large" : "failures.offline"));
    }
    setPending(false);
  };
  return { submit, isPending, problem };
}
