"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useActionState,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import { useFormStatus } from "react-dom";
import {
  type FormAction,
  type FormState,
  INITIAL_FORM_STATE,
  type Problem,
} from "@/components/ui/form-state";
import { ProblemSummary } from "@/components/ui/problem-summary";
import { INPUT, PRIMARY } from "@/components/ui/styles";
import { usePreHydrationInput } from "@/components/ui/use-pre-hydration-input";
import type { ErrorCode } from "@/lib/http/errors";

interface Shared {
  readonly state: FormState;
  /** Excludes the problems of fields that were changed since. */
  readonly problems: FormState["problems"];
  readonly isPending: boolean;
  readonly prefix: string;
}

const SharedForm = createContext<Shared>({
  state: INITIAL_FORM_STATE,
  problems: [],
  isPending: false,
  prefix: "",
});

interface Props<Result> {
  action: FormAction<Result>;
  hidden?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, string>>;
  done?: (state: FormState<Result>) => ReactNode;
  onDone?: (state: FormState<Result>) => void;
  /** Also called after a form was submitted without scripts. */
  onRefused?: () => void;
  children: ReactNode;
  className?: string;
}

/** Problems are listed above the fields; each disappears once its field is changed. */
export function ActionForm<Result>(props: Props<Result>) {
  const { action, hidden = {}, fields = {}, done, onDone, onRefused, children, className = "" } = props;
  const [state, submit, isPending] = useActionState<FormState<Result>, FormData>(action, INITIAL_FORM_STATE);
  const prefix = useId();
  const tell = useEffectEvent((answer: FormState<Result>) => {
    if (answer.isDone) onDone?.(answer);
    else if (answer.refusal !== null || answer.problems.length > 0) onRefused?.();
  });
  useEffect(() => tell(state), [state]);
  const form = usePreHydrationInput<HTMLFormElement>();
  const [changed, setChanged] = useState({ of: state, names: [] as readonly string[] });
  const names = changed.of === state ? changed.names : [];
  const problems = state.problems.filter((problem) => !names.includes(getField(problem)));
  return (
    <SharedForm value={{ state, problems, isPending, prefix }}>
      <form
        ref={form}
        action={submit}
        // The button stays enabled while pending, so that it keeps the focus.
        onSubmit={(event) => isPending && event.preventDefault()}
        onChange={({ target }) => {
          const name = target instanceof Element ? target.getAttribute("name") : null;
          if (problems.some((problem) => getField(problem) === name)) {
            setChanged({ of: state, names: [...names, String(name)] });
          }
        }}
        noValidate
        className={className}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Summary fields={fields} />
        {children}
        <div role="status">{state.isDone && done !== undefined ? done(state) : null}</div>
      </form>
    </SharedForm>
  );
}

function Summary({ fields }: { fields: Readonly<Record<string, string>> }) {
  const formatProblem = useProblemText();
  const formatRefusal = useRefusalText();
  const { state, problems, prefix } = useContext(SharedForm);
  return (
    <ProblemSummary
      answer={state}
      refusal={state.refusal === null ? null : formatRefusal(state.refusal, state.texts)}
      problems={problems.map((problem) => ({
        id: `${prefix}${getField(problem)}`,
        label: formatLabel(problem, fields),
        text: formatProblem(problem),
      }))}
    />
  );
}

/** Only pages that check input themselves have all sentences; to others the service sends `texts`. */
function useProblemText(): (problem: Problem) => string {
  const t = useTranslations("ui.problems");
  const { state } = useContext(SharedForm);
  return ({ code }) => state.texts[code] ?? t(code);
}

export function useRefusalText(): (code: ErrorCode, texts?: FormState["texts"]) => string {
  const t = useTranslations("ui");
  return (code, texts) =>
    texts?.[code] ?? t(t.has(`refusals.${code}`) ? `refusals.${code}` : "refusals.INTERNAL_ERROR");
}

/** `shape:coordinates.0` is a place within the field `shape`. */
const getField = ({ field }: Problem): string => field.split(":")[0] ?? field;

function formatLabel({ field }: Problem, fields: Readonly<Record<string, string>>): string {
  const [name = field, place] = field.split(":");
  const label = fields[name] ?? name;
  return place === undefined ? label : `${label}, ${place}`;
}

export function useField(name: string) {
  const { state, problems, prefix } = useContext(SharedForm);
  const formatProblem = useProblemText();
  const problem = problems.find((one) => getField(one) === name);
  return {
    id: `${prefix}${name}`,
    problemId: `${prefix}${name}-problem`,
    hintId: `${prefix}${name}-hint`,
    problem: problem === undefined ? null : formatProblem(problem),
    sent: state.values[name],
  };
}

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  isOptional?: boolean;
}

export function FieldFrame({
  name,
  label,
  hint,
  isOptional,
  children,
}: FieldProps & { children: ReactNode }) {
  const t = useTranslations("ui.form");
  const { id, problem, problemId, hintId } = useField(name);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {isOptional && <span className="font-normal text-soft"> {t("optional")}</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p id={hintId} className="mt-1 text-xs text-soft">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={problemId} className="mt-1.5 flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}

export function useControl(name: string, hint: string | undefined) {
  const { id, sent, problem, problemId, hintId } = useField(name);
  const ids = [hint === undefined ? "" : hintId, problem === null ? "" : problemId].filter(Boolean).join(" ");
  const attributes = {
    id,
    name,
    "aria-invalid": problem === null ? undefined : true,
    "aria-describedby": ids === "" ? undefined : ids,
  };
  return { sent, attributes };
}

interface TextFieldProps extends FieldProps {
  initial?: string;
  suffix?: string;
  beside?: ReactNode;
  control?: Pick<ComponentProps<"input">, "value" | "onChange" | "onBlur">;
  type?: "text" | "email" | "tel" | "password";
  inputMode?: "text" | "decimal" | "numeric" | "tel";
  autoComplete?: string;
}

/** `control` replaces `initial` if the page holds the text in its state. */
export function TextField({ initial = "", suffix, beside, control, ...props }: TextFieldProps) {
  const { type = "text", inputMode, autoComplete = "off" } = props;
  const { sent, attributes } = useControl(props.name, props.hint);
  return (
    <FieldFrame {...props}>
      <div className={beside === undefined ? "relative" : "flex items-start gap-2"}>
        {beside}
        <input
          {...attributes}
          type={type}
          {...(inputMode === undefined ? {} : { inputMode })}
          autoComplete={autoComplete}
          {...(control ?? { defaultValue: sent ?? initial })}
          className={`${INPUT} ${suffix === undefined ? "" : "pr-14"}`}
        />
        {suffix !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-soft">
            {suffix}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}

interface LongFieldProps extends FieldProps {
  initial?: string;
  rows?: number;
  isCode?: boolean;
  control?: Pick<ComponentProps<"textarea">, "value" | "onChange">;
}

export function TextAreaField({ initial = "", rows = 3, isCode = false, control, ...props }: LongFieldProps) {
  const { sent, attributes } = useControl(props.name, props.hint);
  return (
    <FieldFrame {...props}>
      <textarea
        {...attributes}
        rows={rows}
        {...(control ?? { defaultValue: sent ?? initial })}
        {...(isCode ? { spellCheck: false, autoComplete: "off", autoCapitalize: "off" } : {})}
        className={`${INPUT} py-2 ${isCode ? "font-mono break-all" : ""}`}
      />
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps {
  initial?: string;
  children: ReactNode;
}

export function SelectField({ initial = "", children, ...props }: SelectFieldProps) {
  const { sent, attributes } = useControl(props.name, props.hint);
  const value = sent ?? initial;
  return (
    <FieldFrame {...props}>
      {/* React resets a form after its action, except selects. */}
      <select key={value} {...attributes} defaultValue={value} className={INPUT}>
        {children}
      </select>
    </FieldFrame>
  );
}

interface CheckboxFieldProps {
  name: string;
  label: ReactNode;
  initial?: boolean;
}

export function CheckboxField({ name, label, initial = false }: CheckboxFieldProps) {
  const { state } = useContext(SharedForm);
  const { id } = useField(name);
  const isOn = Object.keys(state.values).length === 0 ? initial : state.values[name] === "on";
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        key={String(isOn)}
        id={id}
        name={name}
        type="checkbox"
        defaultChecked={isOn}
        className="size-5 shrink-0 accent-fir"
      />
      {label}
    </label>
  );
}

interface SubmitProps {
  children: ReactNode;
  look?: string;
  /** Sent as `act`, where a form has several buttons. */
  act?: string;
}

export function SubmitButton({ children, look = PRIMARY, act }: SubmitProps) {
  const t = useTranslations("ui.form");
  const { isPending } = useContext(SharedForm);
  const { data } = useFormStatus();
  const isSending = isPending && (act === undefined || (data?.get("act") ?? act) === act);
  return (
    <button
      type="submit"
      {...(act === undefined ? {} : { name: "act", value: act })}
      aria-disabled={isPending}
      className={look}
    >
      {isSending ? t("sending") : children}
    </button>
  );
}
