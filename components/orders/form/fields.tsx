"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import { INPUT } from "@/components/ui/styles";
import { isLongText, type StopField } from "@/lib/orders/stop-fields";

interface FieldProps {
  /** The field's path in the API's body, used as its name and id. */
  path: string;
  label: string;
  hint?: ReactNode;
  className?: string;
}

export function useDraftField(path: string, hasHint: boolean) {
  const { problemOf } = useOrderForm();
  const code = problemOf(path);
  const ids = [hasHint ? `${path}-hint` : "", code === null ? "" : `${path}-problem`]
    .filter(Boolean)
    .join(" ");
  return {
    id: path,
    name: path,
    "aria-invalid": code === null ? undefined : true,
    "aria-describedby": ids === "" ? undefined : ids,
  } as const;
}

const LABEL =
  "pointer-events-none absolute left-3 max-w-[calc(100%-1.5rem)] truncate text-soft transition-[top,font-size] duration-(--fast)";
const LABEL_ABOVE = "top-1 text-[0.6875rem]/4";
/** In an empty field, the label is shown in place of the text. */
const LABEL_INSIDE =
  "top-1 text-[0.6875rem]/4 peer-placeholder-shown:not-peer-focus:top-3 peer-placeholder-shown:not-peer-focus:text-sm/5";

export function FieldFrame(props: FieldProps & { isText?: boolean; children: ReactNode }) {
  const { path, label, hint, className = "", isText = false, children } = props;
  const t = useTranslations("ui.problems");
  const { problemOf } = useOrderForm();
  const code = problemOf(path);
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="relative">
        {children}
        <label htmlFor={path} className={`${LABEL} ${isText ? LABEL_INSIDE : LABEL_ABOVE}`}>
          {label}
        </label>
      </div>
      {hint !== undefined && (
        <p id={`${path}-hint`} className="mt-1 text-xs text-soft">
          {hint}
        </p>
      )}
      {code !== null && (
        <p id={`${path}-problem`} className="mt-1 text-xs text-bad">
          {t(code)}
        </p>
      )}
    </div>
  );
}

export const LABELED = `${INPUT} peer pt-4 pb-0.5`;

/** Keeps the focused field clear of the bar at the bottom of a phone's screen. */
export const CLEAR = "scroll-mt-24 scroll-mb-56 lg:scroll-mb-8";

interface TextProps extends FieldProps {
  value: string;
  onValue: (value: string) => void;
  inputMode?: "text" | "decimal" | "numeric" | "tel";
  suffix?: string;
  onPaste?: ComponentProps<"input">["onPaste"];
  onBlur?: () => void;
}

/** Never changes the text while the user types. */
export function DraftText({ value, onValue, inputMode, suffix, onPaste, onBlur, ...frame }: TextProps) {
  const field = useDraftField(frame.path, frame.hint !== undefined);
  return (
    <FieldFrame {...frame} isText>
      <input
        {...field}
        {...(inputMode === undefined ? {} : { inputMode })}
        type="text"
        autoComplete="off"
        placeholder=" "
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onPaste={onPaste}
        onBlur={onBlur}
        className={`${LABELED} ${CLEAR} ${suffix === undefined ? "" : "pr-9"}`}
      />
      {suffix !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-soft peer-placeholder-shown:not-peer-focus:hidden">
          {suffix}
        </span>
      )}
    </FieldFrame>
  );
}

export function DraftLongText(
  props: FieldProps & { value: string; onValue: (value: string) => void; limit: number },
) {
  const { value, onValue, limit, ...frame } = props;
  const t = useTranslations("delivery");
  const length = [...value].length;
  const isOver = length > limit;
  const counter = (
    <span className={`tabular-nums ${isOver ? "text-bad" : ""}`}>{t("counter", { length, limit })}</span>
  );
  const field = useDraftField(frame.path, true);
  return (
    <FieldFrame {...frame} hint={counter}>
      <textarea
        {...field}
        rows={2}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={`${INPUT} ${CLEAR} pt-5 pb-2`}
      />
    </FieldFrame>
  );
}

/** A text field of a stop, with the input for its type. */
export function DraftField({
  field,
  ...input
}: FieldProps & { field: StopField; value: string; onValue: (value: string) => void }) {
  if (field.kind === "text" && isLongText(field)) return <DraftLongText {...input} limit={field.max ?? 0} />;
  if (field.kind === "rubles") return <DraftText {...input} inputMode="decimal" suffix="₽" />;
  return <DraftText {...input} inputMode={field.kind === "text" ? "text" : "numeric"} />;
}

export function DraftChoice<Value extends string>(
  props: FieldProps & {
    value: Value;
    onValue: (value: Value) => void;
    options: readonly { readonly value: Value; readonly label: string }[];
  },
) {
  const { value, onValue, options, ...frame } = props;
  const field = useDraftField(frame.path, frame.hint !== undefined);
  return (
    <FieldFrame {...frame}>
      <select
        {...field}
        value={value}
        // The select has no other values.
        onChange={(event) => onValue(event.target.value as Value)}
        className={`${LABELED} ${CLEAR}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function FoldedFields(props: {
  title: string;
  note?: string;
  isUsed: boolean;
  paths: readonly string[];
  children: ReactNode;
}) {
  const { title, note, isUsed, paths, children } = props;
  const { problemOf } = useOrderForm();
  const isWrong = paths.some((path) => problemOf(path) !== null);
  const [isOpen, setOpen] = useState(isUsed);
  useEffect(() => {
    if (isWrong || isUsed) setOpen(true);
  }, [isWrong, isUsed]);
  const fold = useRef<HTMLDetailsElement>(null);
  // Before hydration, the browser toggles the section without its content.
  useEffect(() => {
    if (fold.current?.open) setOpen(true);
  }, []);
  const isShown = isOpen || isWrong;
  // A fold with a problem stays open, since the summary links to its fields.
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(isWrong || !isOpen);
  };
  return (
    <details ref={fold} open={isShown} className="group">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={toggle}
        className="flex min-h-11 cursor-pointer items-center gap-1.5 text-sm text-soft hover:text-ink sm:min-h-9"
      >
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 -rotate-90 group-open:rotate-0" />
        <span className="font-medium">{title}</span>
        {note !== undefined && <span className="min-w-0 truncate text-xs group-open:hidden">{note}</span>}
      </summary>
      {isShown && <div className="space-y-2 pt-1 pb-3">{children}</div>}
    </details>
  );
}
