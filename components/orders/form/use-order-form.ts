"use client";

import { createContext, useContext, useEffect, useRef, useState } from "react";
import { attempt, DRAFT_PREFIX, forget } from "@/components/orders/form/stored-drafts";
import { changeStop, type OrderDraft, type StopChange, type StopDraft } from "@/lib/orders/form/draft";
import type { DraftProblem } from "@/lib/orders/form/draft-problems";
import type { EditableDraft } from "@/lib/orders/form/to-editable-order";
import { ADDRESS_FIELDS, CONTACT_FIELDS, DROPOFF_FIELDS, PROOF_FIELDS } from "@/lib/orders/stop-fields";

/** An update of the current draft. Several updates may arrive together or late. */
export type Step = (now: OrderDraft) => OrderDraft;

export interface Undo {
  readonly kind: "removed" | "filled" | "cleared" | "door_cleared";
  readonly draft: OrderDraft;
}

export type FormStore = ReturnType<typeof useOrderFormState>;

export const OrderFormProvider = createContext<FormStore | null>(null);

export function useOrderForm(): FormStore {
  const form = useContext(OrderFormProvider);
  if (form === null) throw new Error("A part of an order's form stands in one.");
  return form;
}

/** Returns the props of the input for one of the stop's fields. `path` is the stop's in the API's body. */
export function useStopInput(stop: StopDraft, path: string) {
  const { change } = useOrderForm();
  return <Group extends keyof StopChange, Name extends keyof StopDraft[Group] & string>(
    group: Group,
    name: Name,
  ) => {
    const field = `${path}.${group}.${name}`;
    return {
      path: field,
      value: stop[group][name],
      onValue: (value: StopDraft[Group][Name]) =>
        change((now) => changeStop(now, stop.key, { [group]: { [name]: value } }), field),
    };
  };
}

interface StoredForm {
  readonly draft: OrderDraft;
  readonly opened: EditableDraft | null;
}

// Drafts of another shape, left by an earlier version, are not found.
const FIELDS = [ADDRESS_FIELDS, CONTACT_FIELDS, PROOF_FIELDS, DROPOFF_FIELDS].flatMap((fields) =>
  Object.keys(fields),
);
const SHAPE = ["5", ...FIELDS].join();

/** Keeps the draft in this tab until saved: it survives a reload, going back and an expired session. */
export function useOrderFormState(place: string, initial: OrderDraft, openedAtFirst: EditableDraft | null) {
  const [atFirst] = useState({ draft: initial, opened: openedAtFirst });
  const [{ draft, opened }, setKept] = useState<StoredForm>(atFirst);
  const [isLoaded, setLoaded] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [undo, setUndo] = useState<Undo | null>(null);
  // By the stops' keys, since their positions may change.
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const isOver = useRef(false);
  const isSent = useRef(false);
  const name = `${DRAFT_PREFIX}${SHAPE}:${place}`;

  useEffect(() => {
    const stored = load(name);
    if (stored !== null) {
      setKept(stored);
      setRestored(true);
    }
    setLoaded(true);
  }, [name]);

  useEffect(() => {
    if (!isLoaded || isOver.current) return;
    const isAsOpened = JSON.stringify(draft) === JSON.stringify(opened?.draft ?? atFirst.draft);
    if (isAsOpened && !isSent.current) forget(name);
    else store(name, { draft, opened });
  }, [name, isLoaded, draft, opened, atFirst]);

  const clearProblems = (path: string | undefined) => {
    if (path === undefined) return;
    const changed = keyed(draft, path);
    setProblems((before) => before.filter(({ field }) => !isWithin(field, changed)));
  };
  const setDraft = (step: Step) => setKept((now) => ({ ...now, draft: step(now.draft) }));
  return {
    draft,
    opened,
    undo,
    isRestored,
    problems: problems.map(({ field, code }) => ({ field: replaceKey(draft, field), code })),
    setProblems: (found: readonly DraftProblem[]) => {
      setProblems(found.map(({ field, code }) => ({ field: keyed(draft, field), code })));
    },
    problemOf: (path: string) => problems.find(({ field }) => field === keyed(draft, path))?.code ?? null,
    /** Also clears the problems of the field at this path and of those within it. */
    change: (step: Step, path?: string) => {
      setDraft(step);
      clearProblems(path);
    },
    /** Undo restores the former draft, or the result of `undone`. */
    changeWithUndo: (kind: Undo["kind"], step: Step, path?: string, undone?: Step) => {
      setUndo({ kind, draft: undone === undefined ? draft : undone(draft) });
      setDraft(step);
      const keys = new Set(step(draft).dropoffs.map(({ key }) => key));
      setProblems((before) =>
        before.filter(({ field }) => !field.startsWith("dropoff-") || keys.has(field.split(".")[0] ?? "")),
      );
      clearProblems(path);
    },
    takeBack: () => {
      if (undo !== null) setDraft(() => undo.draft);
      setUndo(null);
    },
    reopen: (order: EditableDraft, next: OrderDraft) => {
      setKept({ draft: next, opened: order });
      setUndo(null);
    },
    /** Keeps even an unchanged draft: once sent, it must be sent again under the same identifier. */
    keep: () => {
      isSent.current = true;
      store(name, { draft, opened });
    },
    discard: () => {
      isSent.current = false;
      setKept(opened === null ? atFirst : { draft: opened.draft, opened });
      setProblems([]);
      setUndo(null);
      setRestored(false);
    },
    finish: () => {
      isOver.current = true;
      forget(name);
    },
  };
}

/** `dropoffs.1.address.street` as `dropoff-7.address.street`. */
function keyed(draft: OrderDraft, path: string): string {
  return path.replace(/^dropoffs\.(\d+)/, (whole, index) => draft.dropoffs[Number(index)]?.key ?? whole);
}

/** Filling in one of these parts resolves a missing address. */
const PLACE_PART = /\.(?:street|building|latitude|longitude)$/;

/** True for the field itself, for a field within it, and for the address that contains it. */
function isWithin(field: string, path: string): boolean {
  return (
    field === path ||
    field.startsWith(`${path}.`) ||
    (PLACE_PART.test(path) && field === path.replace(PLACE_PART, ""))
  );
}

function replaceKey(draft: OrderDraft, path: string): string {
  const key = /^dropoff-\d+/.exec(path)?.[0];
  const index = draft.dropoffs.findIndex((dropoff) => dropoff.key === key);
  return index < 0 ? path : path.replace(/^dropoff-\d+/, `dropoffs.${index}`);
}

const load = (name: string) =>
  // Only `store` writes this entry, so its type is known.
  attempt(() => JSON.parse(sessionStorage.getItem(name) ?? "null") as StoredForm | null);

const store = (name: string, kept: StoredForm) =>
  attempt(() => sessionStorage.setItem(name, JSON.stringify(kept)));
