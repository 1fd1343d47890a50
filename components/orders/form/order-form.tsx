"use client";

import { unstable_rethrow, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import {
  type FormEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ChangeList } from "@/components/orders/form/change-list";
import { DeliveryMap } from "@/components/orders/form/delivery-map";
import { DropoffList } from "@/components/orders/form/dropoff-list";
import { OrderBar } from "@/components/orders/form/order-bar";
import { OrderFields } from "@/components/orders/form/order-fields";
import { PasteStop } from "@/components/orders/form/paste-stop";
import { Pickup } from "@/components/orders/form/pickup";
import { QuotePanel } from "@/components/orders/form/quote-panel";
import { SaveAddressDialog } from "@/components/orders/form/save-address-dialog";
import { type TemplateActions, Templates } from "@/components/orders/form/templates";
import { type PricedTripQuestion, TripQuestionDialog } from "@/components/orders/form/trip-question-dialog";
import { listUnservedStops, UnservedProvider } from "@/components/orders/form/unserved";
import {
  type AddressLookup,
  AddressLookupProvider,
  useMapPicking,
} from "@/components/orders/form/use-address-lookup";
import { useFieldNames } from "@/components/orders/form/use-field-names";
import { OrderFormProvider, useOrderForm, useOrderFormState } from "@/components/orders/form/use-order-form";
import { useQuote } from "@/components/orders/form/use-quote";
import { loadPhoneNumber } from "@/components/ui/country-choice";
import { mayTakeFocus } from "@/components/ui/first-field-focus";
import { useRefusalText } from "@/components/ui/form";
import { type FormAction, type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { ProblemSummary } from "@/components/ui/problem-summary";
import { QueryCache } from "@/components/ui/query-cache";
import { LINK, SECONDARY } from "@/components/ui/styles";
import { Toast } from "@/components/ui/toast";
import { usePreHydrationInput } from "@/components/ui/use-pre-hydration-input";
import { useSubmitKeys } from "@/components/ui/use-submit-keys";
import { withMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";
import {
  addDropoff,
  type OrderDraft,
  parsePoint,
  quoteBodyFromDraft,
  quotedTimes,
  type StopDraft,
} from "@/lib/orders/form/draft";
import { draftChanges, formatStopAddress } from "@/lib/orders/form/draft-changes";
import { problemsForForm } from "@/lib/orders/form/draft-problems";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";
import type { DeliveryTemplate } from "@/lib/orders/form/template";
import type { EditableDraft } from "@/lib/orders/form/to-editable-order";
import type { SavedAddress } from "@/lib/orders/saved-addresses/address";
import type { Scenario } from "@/lib/sandbox/scenario";

export interface FormResult {
  /** The saved order, or the existing order with the same identifier. */
  readonly code: string | null;
  /** The current order, if another user has changed it in the meantime. */
  readonly current: EditableDraft | null;
  /** Nothing is saved before the user has confirmed the trip. */
  readonly question: PricedTripQuestion | null;
}

interface Props
  extends Pick<
    AddressLookup,
    "mode" | "shop" | "hasSearch" | "saved" | "recent" | "usual" | "settings" | "phoneCountry" | "countries"
  > {
  title: string;
  note?: ReactNode;
  action: FormAction<FormResult>;
  keepAddress: FormAction<SavedAddress>;
  templates: { readonly all: readonly DeliveryTemplate[]; readonly actions: TemplateActions } | null;
  /** Distinguishes drafts on this device. */
  draftPlace: string;
  initial: OrderDraft;
  opened: EditableDraft | null;
  scenario?: Scenario;
  locale: Locale;
  styleUrl: string | null;
}

type SubmitState = FormState<FormResult> & { readonly isLost?: boolean };

export function OrderForm(props: Props) {
  const orderForm = useOrderFormState(props.draftPlace, props.initial, props.opened);
  const [keptStop, setKeptStop] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly SavedAddress[]>([]);
  const [pasted, setPasted] = useState<AddressLookup["pasted"]>(null);
  const [announcement, announce] = useState("");
  const t = useTranslations("delivery");
  const picks = useMapPicking(orderForm, props.hasSearch);
  const { draft } = orderForm;
  const stops: readonly StopDraft[] = [draft.pickup, ...draft.dropoffs];
  const saved = [...props.saved, ...added.filter(({ id }) => props.saved.every((one) => one.id !== id))];
  const places: AddressLookup = {
    ...props,
    saved,
    near: stops.map(parsePoint).find((place) => place !== null) ?? saved[0]?.address ?? null,
    ...picks.places,
    pasted,
    keep: setKeptStop,
  };
  const paste = (text: string) => {
    const empty = draft.dropoffs.find((stop) => formatStopAddress(stop) === "" && parsePoint(stop) === null);
    const next = empty === undefined ? addDropoff(draft) : draft;
    const key = (empty ?? next.dropoffs.at(-1))?.key;
    if (next !== draft) orderForm.change(addDropoff);
    if (key !== undefined) setPasted({ key, text });
  };
  return (
    <QueryCache>
      <OrderFormProvider value={orderForm}>
        <AddressLookupProvider value={places}>
          <Fields {...props} announce={announce} onPaste={paste} picks={picks} />
          <SaveAddressDialog
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
        </AddressLookupProvider>
      </OrderFormProvider>
    </QueryCache>
  );
}

function Fields(
  props: Props & {
    announce: (text: string) => void;
    onPaste: (text: string) => void;
    picks: ReturnType<typeof useMapPicking>;
  },
) {
  const { title, note, action, mode, hasSearch, templates, announce, onPaste, picks } = props;
  const { scenario: scenarioAtFirst = "happy", locale, styleUrl } = props;
  const t = useTranslations("delivery");
  const problemText = useTranslations("ui.problems");
  const { pathName } = useFieldNames();
  const router = useRouter();
  const orderForm = useOrderForm();
  const { draft, opened } = orderForm;
  const box = usePreHydrationInput<HTMLFormElement>();
  const [answer, send, isPending] = useActionState<SubmitState, FormData>(
    (previous, form) => sendSafely(action, previous, form),
    INITIAL_FORM_STATE,
  );
  const canChooseScenario = mode === "test" && opened === null;
  const [isLeaving, setLeaving] = useState(false);
  const [question, setQuestion] = useState<PricedTripQuestion | null>(null);
  const [round, setRound] = useState(0);
  const [scenario, setScenario] = useState<Scenario>(scenarioAtFirst);
  const body = quoteBodyFromDraft(draft);
  const openedBody = opened === null ? null : quoteBodyFromDraft(opened.draft);
  const isNewTrip = JSON.stringify(body) !== JSON.stringify(openedBody);
  const quote = useQuote(mode, isNewTrip ? body : null, quotedTimes(draft));

  const focusAddress = useEffectEvent(() => {
    if (opened !== null || !mayTakeFocus()) return;
    const places = [draft.pickup, ...draft.dropoffs].map(({ address }) => address.street);
    const at = places.findIndex((street) => street.trim() === "");
    const path = at < 1 ? "pickup" : `dropoffs.${at - 1}`;
    document.getElementById(`${path}.address`)?.focus();
  });
  useEffect(() => focusAddress(), []);

  const take = useEffectEvent((outcome: SubmitState) => {
    if (outcome === INITIAL_FORM_STATE) return;
    orderForm.setProblems(problemsForForm(outcome.problems));
    setRound((before) => before + 1);
    if (outcome.refusal === "QUOTE_EXPIRED") quote.askAgain();
    if (!outcome.isDone) return;
    if (outcome.result?.question != null) {
      setQuestion(outcome.result.question);
      return;
    }
    orderForm.finish();
    setLeaving(true);
    router.push(withMode(`/dashboard/orders/${outcome.result?.code}`, mode));
  });
  useEffect(() => take(answer), [answer]);

  // A second press may come before the button is disabled.
  const isSending = useRef(false);
  useLayoutEffect(() => {
    isSending.current = isPending;
  }, [isPending]);
  // Kept for a second attempt at the same trip, for example after a lost response.
  const confirmed = useRef<string | null>(null);
  const submit = () => {
    if (isSending.current || isLeaving) return;
    isSending.current = true;
    orderForm.keep();
    const form = new FormData();
    form.set("mode", mode);
    form.set("draft", JSON.stringify(draft));
    if (canChooseScenario) form.set("sandbox_scenario", scenario);
    if (confirmed.current !== null) form.set("confirmed", confirmed.current);
    if (quote.quote !== null) form.set("quote_id", quote.quote.id);
    if (opened !== null) {
      form.set("code", opened.code);
      form.set("version", opened.version);
    }
    startTransition(() => send(form));
  };
  const [isAsked, setAsked] = useState(false);
  useSubmitKeys((target) => {
    const isNowhere = target === document.body && document.querySelector("dialog[open]") === null;
    if (!isNowhere && box.current?.contains(target) !== true) return false;
    // Leaving a field takes its address, and its number once the module for numbers has loaded.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void loadPhoneNumber().then(() => setTimeout(() => setAsked(true)));
    return true;
  }, true);
  // Like a click on the button, it waits for the price.
  useEffect(() => {
    if (!isAsked || quote.isPending) return;
    setAsked(false);
    box.current?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
  }, [isAsked, quote.isPending, box]);
  return (
    <UnservedProvider value={listUnservedStops(quote)}>
      <TripQuestionDialog
        question={question}
        onConfirm={({ key }) => {
          setQuestion(null);
          confirmed.current = key;
          submit();
        }}
        onClose={() => setQuestion(null)}
      />
      <div className="lg:grid lg:min-h-[calc(100dvh-1rem)] lg:grid-cols-[32.5rem_minmax(0,1fr)]">
        <div className="h-44 border-b border-line lg:sticky lg:top-0 lg:order-2 lg:h-[calc(100dvh-1rem)] lg:border-b-0 lg:border-l">
          <DeliveryMap
            lines={quote.quote?.lines ?? []}
            target={picks.target}
            locale={locale}
            styleUrl={styleUrl}
            onPick={picks.places.pick}
          />
        </div>
        <div className="flex min-w-0 flex-col">
          <header className="px-4 pt-4 sm:px-6 lg:px-8 lg:pt-5">
            <div className="-mr-2.5 flex min-h-11 items-center">
              <h1 className="min-w-0 flex-1 type-title">{title}</h1>
              {templates !== null && (
                <Templates templates={templates.all} actions={templates.actions} announce={announce} />
              )}
              {hasSearch && <PasteStop onText={onPaste} />}
            </div>
            {note !== undefined && <div className="mt-1 text-sm text-soft">{note}</div>}
          </header>
          {/* Before hydration `dialog` keeps the browser on the page and the fields out of the URL. */}
          <form
            ref={box}
            method="dialog"
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              submit();
            }}
            noValidate
            className="flex min-w-0 flex-1 flex-col"
          >
            <div className="px-4 pt-4 pb-5 sm:px-6 lg:px-8">
              <ProblemSummary
                answer={round}
                refusal={isRefused(answer) ? <Refusal answer={answer} mode={mode} /> : null}
                problems={orderForm.problems.map(({ field, code }) => ({
                  id: field,
                  label: pathName(field),
                  text: problemText(code),
                }))}
                className="mb-5"
              />
              <Notes />
              {!hasSearch && <p className="mb-4 text-sm text-soft">{t("no_search")}</p>}
              <Pickup />
              <DropoffList announce={announce} />
              <OrderFields scenario={canChooseScenario ? { value: scenario, onValue: setScenario } : null} />
            </div>
            <OrderBar
              quote={quote}
              isBusy={isPending || isLeaving}
              panel={
                <QuotePanel
                  state={quote}
                  hasTrip={body !== null}
                  isNewTrip={isNewTrip}
                  signInPath={signInPath(opened, mode)}
                />
              }
            />
          </form>
        </div>
      </div>
    </UnservedProvider>
  );
}

async function sendSafely(
  action: FormAction<FormResult>,
  previous: SubmitState,
  form: FormData,
): Promise<SubmitState> {
  try {
    return await action(previous, form);
  } catch (error) {
    // Next redirects by throwing, for example when the session has ended.
    unstable_rethrow(error);
    return { ...INITIAL_FORM_STATE, isLost: true };
  }
}

function signInPath(opened: EditableDraft | null, mode: AddressLookup["mode"]): string {
  const path = opened === null ? withMode("/dashboard/new", mode) : `/dashboard/orders/${opened.code}/edit`;
  return `/sign-in?next=${encodeURIComponent(path)}`;
}

const isRefused = (answer: SubmitState): boolean => answer.refusal !== null || answer.isLost === true;

function Refusal({ answer, mode }: { answer: SubmitState; mode: AddressLookup["mode"] }) {
  const t = useTranslations("delivery.refusals");
  const formatRefusal = useRefusalText();
  const { change } = useOrderForm();
  const { refusal, result } = answer;
  if (answer.isLost) return t("lost");
  if (refusal === null) return null;
  if (refusal === "EXTERNAL_ID_TAKEN") {
    return (
      <>
        <p>{t("taken")}</p>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <Link href={withMode(`/dashboard/orders/${result?.code}`, mode)} className={LINK}>
            {t("taken_by", { code: result?.code ?? "" })}
          </Link>
          <button
            type="button"
            onClick={() => {
              const external_order_id = generateExternalOrderId();
              change((now) => ({ ...now, external_order_id }), "external_order_id");
            }}
            className={SECONDARY}
          >
            {t("fresh_id")}
          </button>
        </p>
      </>
    );
  }
  if (refusal === "ORDER_CHANGED" && result?.current != null) return <Conflict current={result.current} />;
  return formatRefusal(refusal);
}

function Conflict({ current }: { current: EditableDraft }) {
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

function Notes() {
  const t = useTranslations("delivery.notes");
  const { isRestored, discard, undo, takeBack } = useOrderForm();
  return (
    <div role="status">
      {isRestored && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-fill px-4 py-2 text-sm">
          <p>{t("restored")}</p>
          <button
            type="button"
            onClick={discard}
            className="min-h-11 cursor-pointer text-link hover:underline"
          >
            {t("discard")}
          </button>
        </div>
      )}
      {undo !== null && (
        <Toast
          text={t(undo.kind)}
          label={t(undo.kind === "door_cleared" ? "restore" : "take_back")}
          onAct={takeBack}
        />
      )}
    </div>
  );
}
