"use client";

import { ChevronDown } from "lucide-react";
import { unstable_rethrow, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import {
  type FormEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
} from "react";
import { ChangeList } from "@/components/order-form/change-list";
import { DropoffList } from "@/components/order-form/dropoff-list";
import { KeepAddress } from "@/components/order-form/keep-address";
import { OrderFields } from "@/components/order-form/order-fields";
import { QuotePanel } from "@/components/order-form/quote-panel";
import { ScenarioField } from "@/components/order-form/scenario-field";
import { PickupFields } from "@/components/order-form/stop-fields";
import { UnservedProvider, unservedOf } from "@/components/order-form/unserved";
import { useAmounts } from "@/components/order-form/use-amounts";
import { useFieldNames } from "@/components/order-form/use-field-names";
import { OrderFormProvider, useOrderForm, useOrderFormState } from "@/components/order-form/use-order-form";
import { type Places, PlacesProvider } from "@/components/order-form/use-places";
import { type QuoteState, useQuote } from "@/components/order-form/use-quote";
import { type FormAction, type FormState, UNSENT } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { ProblemSummary } from "@/components/ui/problem-summary";
import { QueryCache } from "@/components/ui/query-cache";
import { CARD, LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { SavedAddress } from "@/lib/addresses/address";
import {
  type OrderDraft,
  PICKUP_KEY,
  placeOf,
  quoteBodyFromDraft,
  type StopDraft,
} from "@/lib/orders/form/draft";
import { draftChanges } from "@/lib/orders/form/draft-changes";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";
import type { OpenedOrder } from "@/lib/orders/form/opened-order";
import { inMode } from "@/lib/pages/mode";
import type { Scenario } from "@/lib/sandbox/scenario";

/** The outcome of saving an order, beyond plain success. */
export interface OrderFormResult {
  /** The order that was created or changed, or the one that already has the identifier. */
  readonly code: string | null;
  /** The order's current state, when somebody else has changed it. */
  readonly current: OpenedOrder | null;
}

interface OrderFormProps
  extends Pick<Places, "mode" | "locale" | "styleUrl" | "hasSearch" | "saved" | "settings"> {
  action: FormAction<OrderFormResult>;
  keepAddress: FormAction<SavedAddress>;
  /** Tells this form's draft from others on this device. */
  draftPlace: string;
  initial: OrderDraft;
  /** The order that is edited; null for a new one. */
  opened: OpenedOrder | null;
}

/** An answer, or the fact that none came. */
type Answer = FormState<OrderFormResult> & { readonly isLost?: boolean };

/** The form that creates or edits an order. */
export function OrderForm(props: OrderFormProps) {
  const { mode, locale, styleUrl, hasSearch, opened } = props;
  const orderForm = useOrderFormState(props.draftPlace, props.initial, opened);
  const [openMap, setOpenMap] = useState<string | null>(null);
  const [keptStop, setKeptStop] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly SavedAddress[]>([]);
  const t = useTranslations("delivery");
  const { draft } = orderForm;
  const stops: readonly StopDraft[] = [draft.pickup, ...draft.dropoffs];
  const saved = [...props.saved, ...added.filter(({ id }) => props.saved.every((one) => one.id !== id))];
  const near = stops.map(placeOf).find((place) => place !== null) ?? saved[0]?.address ?? null;
  const places: Places = {
    mode,
    locale,
    styleUrl,
    hasSearch,
    saved,
    settings: props.settings,
    near,
    openMap,
    setOpenMap,
    keep: setKeptStop,
  };
  const [announcement, announce] = useState("");
  return (
    <QueryCache>
      <OrderFormProvider value={orderForm}>
        <PlacesProvider value={places}>
          <Fields {...props} announce={announce} />
          <KeepAddress
            action={props.keepAddress}
            stop={stops.find(({ key }) => key === keptStop) ?? null}
            onKept={(address) => {
              setAdded((before) => [...before, address]);
              setKeptStop(null);
              announce(t("keep.done", { name: address.name }));
            }}
            onClose={() => setKeptStop(null)}
          />
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </PlacesProvider>
      </OrderFormProvider>
    </QueryCache>
  );
}

function Fields({
  action,
  mode,
  hasSearch,
  announce,
}: OrderFormProps & { announce: (text: string) => void }) {
  const t = useTranslations("delivery");
  const problemText = useTranslations("ui.problems");
  const { pathName } = useFieldNames();
  const router = useRouter();
  const orderForm = useOrderForm();
  const { draft, opened } = orderForm;
  const [answer, send, isPending] = useActionState<Answer, FormData>(
    (previous, form) => sendSafely(action, previous, form),
    UNSENT,
  );
  const isRehearsable = mode === "test" && opened === null;
  const [isLeaving, setLeaving] = useState(false);
  const [round, setRound] = useState(0);
  const [scenario, setScenario] = useState<Scenario>("happy");
  const body = quoteBodyFromDraft(draft);
  const openedBody = opened === null ? null : quoteBodyFromDraft(opened.draft);
  const isNewTrip = JSON.stringify(body) !== JSON.stringify(openedBody);
  const quote = useQuote(mode, isNewTrip ? body : null, draft.delivery_time);

  const latest = useRef({ orderForm, quote });
  latest.current = { orderForm, quote };
  useEffect(() => {
    const { orderForm: now, quote: held } = latest.current;
    if (answer === UNSENT) return;
    now.setProblems(answer.problems);
    setRound((before) => before + 1);
    if (answer.refusal === "QUOTE_EXPIRED") held.askAgain();
    if (!answer.isDone) return;
    now.finish();
    setLeaving(true);
    router.push(inMode(`/dashboard/orders/${answer.result?.code}`, mode));
  }, [answer, router, mode]);

  // Two presses may come before the button is dimmed.
  const isSending = useRef(false);
  isSending.current &&= isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current || isLeaving) return;
    isSending.current = true;
    orderForm.keep();
    const form = new FormData();
    form.set("mode", mode);
    form.set("draft", JSON.stringify(draft));
    if (isRehearsable) form.set("sandbox_scenario", scenario);
    if (quote.quote !== null) form.set("quote_id", quote.quote.id);
    if (opened !== null) {
      form.set("code", opened.code);
      form.set("version", opened.version);
    }
    startTransition(() => send(form));
  };
  const changes = opened === null ? [] : draftChanges(opened.draft, draft);
  const isBusy = isPending || isLeaving;
  return (
    <UnservedProvider value={unservedOf(quote)}>
      <form onSubmit={submit} noValidate className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="min-w-0 space-y-8">
          <ProblemSummary
            answer={round}
            refusal={isRefused(answer) ? <Refusal answer={answer} mode={mode} /> : null}
            problems={orderForm.problems.map(({ field, code }) => ({
              id: field,
              label: pathName(field),
              text: problemText(code),
            }))}
            className="mb-6"
          />
          <Notes />
          {!hasSearch && <p className="text-sm text-soft">{t("no_search")}</p>}
          <section aria-labelledby="pickup-title">
            <h2 id="pickup-title" className="mb-3 type-heading">
              {t("pickup")}
            </h2>
            <div className={`${CARD} p-4 sm:p-5`}>
              <PickupFields stop={draft.pickup} path={PICKUP_KEY} title={t("pickup")} />
            </div>
          </section>
          <section aria-labelledby="dropoffs-title">
            <h2 id="dropoffs-title" className="mb-3 type-heading">
              {t("dropoffs.heading")}
            </h2>
            <DropoffList announce={announce} />
          </section>
          <section aria-labelledby="order-title">
            <h2 id="order-title" className="mb-3 type-heading">
              {t("order.heading")}
            </h2>
            <div className={`${CARD} p-4 sm:p-5`}>
              <OrderFields />
            </div>
          </section>
          {isRehearsable && <ScenarioField value={scenario} onValue={setScenario} />}
          <p className="text-sm">
            <Link href={inMode("/dashboard/addresses", mode)} className={LINK}>
              {t("manage_addresses")}
            </Link>
          </p>
        </div>
        <aside
          aria-label={t("quote.heading")}
          className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-6 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6 lg:static lg:m-0 lg:border-0 lg:p-0"
        >
          <div className="flex flex-wrap items-center gap-3 lg:sticky lg:top-8 lg:block lg:rounded-xl lg:border lg:border-line lg:p-5">
            <h2 className="hidden text-sm font-medium text-soft lg:mb-2 lg:block">{t("quote.heading")}</h2>
            <div className="min-w-0 flex-1 basis-40">
              <QuotePanel
                state={quote}
                hasTrip={body !== null}
                isNewTrip={isNewTrip}
                signInPath={signInPath(opened, mode)}
              />
            </div>
            {opened !== null && <Changes changes={changes} />}
            <button
              type="submit"
              disabled={isBusy || quote.isPending || (opened !== null && changes.length === 0)}
              className={`${PRIMARY} lg:mt-4 lg:w-full`}
            >
              <SubmitLabel isBusy={isBusy} quote={quote} isEdit={opened !== null} />
            </button>
          </div>
        </aside>
      </form>
    </UnservedProvider>
  );
}

async function sendSafely(
  action: FormAction<OrderFormResult>,
  previous: Answer,
  form: FormData,
): Promise<Answer> {
  try {
    return await action(previous, form);
  } catch (error) {
    // Next throws its redirects; this one may say that the session has ended.
    unstable_rethrow(error);
    return { ...UNSENT, isLost: true };
  }
}

function signInPath(opened: OpenedOrder | null, mode: Places["mode"]): string {
  const path = opened === null ? inMode("/dashboard/new", mode) : `/dashboard/orders/${opened.code}/edit`;
  return `/sign-in?next=${encodeURIComponent(path)}`;
}

const isRefused = (answer: Answer): boolean => answer.refusal !== null || answer.isLost === true;

/** Says why the order was refused, and what to do about it. */
function Refusal({ answer, mode }: { answer: Answer; mode: Places["mode"] }) {
  const t = useTranslations("delivery.refusals");
  const text = useTranslations("ui.refusals");
  const { draft, change } = useOrderForm();
  const { refusal, result } = answer;
  if (answer.isLost) return t("lost");
  if (refusal === null) return null;
  if (refusal === "EXTERNAL_ID_TAKEN") {
    return (
      <>
        <p>{t("taken")}</p>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <Link href={inMode(`/dashboard/orders/${result?.code}`, mode)} className={LINK}>
            {t("taken_by", { code: result?.code ?? "" })}
          </Link>
          <button
            type="button"
            onClick={() =>
              change({ ...draft, external_order_id: generateExternalOrderId() }, "external_order_id")
            }
            className={SECONDARY}
          >
            {t("fresh_id")}
          </button>
        </p>
      </>
    );
  }
  if (refusal === "ORDER_CHANGED" && result?.current != null) return <Conflict current={result.current} />;
  return text.has(refusal) ? text(refusal) : text("INTERNAL_ERROR");
}

/** Says that somebody else has changed the order: shows their changes, and both ways forward. */
function Conflict({ current }: { current: OpenedOrder }) {
  const t = useTranslations("delivery.conflict");
  const { opened, draft, reopen } = useOrderForm();
  if (opened === null) return null;
  if (opened.version === current.version) return <p>{t("resolved")}</p>;
  return (
    <>
      <p>{t("text")}</p>
      <div className="my-3 font-normal text-ink">
        <ChangeList changes={draftChanges(opened.draft, current.draft)} label={t("theirs")} />
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" onClick={() => reopen(current, current.draft)} className={SECONDARY}>
          {t("take_theirs")}
        </button>
        <button type="button" onClick={() => reopen(current, draft)} className={SECONDARY}>
          {t("keep_mine")}
        </button>
      </div>
    </>
  );
}

/** Says that a draft was restored, and offers to undo the last step. */
function Notes() {
  const t = useTranslations("delivery.notes");
  const { isRestored, discard, undo, takeBack } = useOrderForm();
  const note = (text: string, label: string, act: () => void): ReactNode => (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-fill px-4 py-2 text-sm">
      <p>{text}</p>
      <button type="button" onClick={act} className="min-h-11 cursor-pointer text-link hover:underline">
        {label}
      </button>
    </div>
  );
  return (
    <div role="status" className="space-y-2 empty:hidden">
      {isRestored && note(t("restored"), t("discard"), discard)}
      {undo !== null && note(t(undo.kind), t("take_back"), takeBack)}
    </div>
  );
}

function Changes({ changes }: { changes: ReturnType<typeof draftChanges> }) {
  const t = useTranslations("delivery.changes");
  if (changes.length === 0) return <p className="basis-full text-sm text-soft lg:mt-4">{t("none")}</p>;
  return (
    <details className="group basis-full lg:mt-4">
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 text-sm font-medium">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 -rotate-90 group-open:rotate-0" />
        {t("heading", { count: changes.length })}
      </summary>
      <ChangeList changes={changes} label={t("label")} />
    </details>
  );
}

function SubmitLabel({ isBusy, quote, isEdit }: { isBusy: boolean; quote: QuoteState; isEdit: boolean }) {
  const t = useTranslations("delivery.submit");
  const amounts = useAmounts();
  if (isBusy) return t(isEdit ? "saving" : "creating");
  if (quote.quote === null) return t(isEdit ? "save" : "create");
  return t(isEdit ? "save_for" : "create_for", { price: amounts.price(quote.quote.price) });
}
