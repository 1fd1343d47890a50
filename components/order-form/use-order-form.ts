"use client";

import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { OrderDraft } from "@/lib/orders/form/draft";
import type { DraftProblem } from "@/lib/orders/form/draft-problems";
import type { OpenedDraft } from "@/lib/orders/form/opened-order";
import { ADDRESS_FIELDS, CONTACT_FIELDS, DROPOFF_FIELDS, PROOF_FIELDS } from "@/lib/orders/stop-fields";

/** A change as a step from the draft of the moment: several may come at once, and one of them late. */
export type Step = (now: OrderDraft) => OrderDraft;

/** Something that can be undone: its kind, and the draft without it. */
export interface Undo {
  readonly kind: "removed" | "filled" | "cleared" | "door_cleared";
  readonly draft: OrderDraft;
}

/** What the parts of an order form share. */
export interface FormStore {
  readonly draft: OrderDraft;
  /** Applies what was typed into the field at this path, and clears the problems of the field and of what is in it. */
  readonly change: (step: Step, path?: string) => void;
  /** Applies a change that can be undone, as a whole or, if another step is named for that, in part. */
  readonly changeWithUndo: (kind: Undo["kind"], step: Step, path?: string, undone?: Step) => void;
  /** The problem code of the field at this path; null when it has none. */
  readonly problemOf: (path: string) => string | null;
  readonly problems: readonly DraftProblem[];
  readonly setProblems: (problems: readonly DraftProblem[]) => void;
  readonly undo: Undo | null;
  readonly takeBack: () => void;
  /** The order that an edit began from; null for a new order. */
  readonly opened: OpenedDraft | null;
  /** Restarts the edit from the order's current state, with this draft. */
  readonly reopen: (opened: OpenedDraft, draft: OrderDraft) => void;
  /** Whether the draft was typed earlier and restored from this device. */
  readonly isRestored: boolean;
  /** Keeps the draft even if nothing was typed into it: once sent, it must be sent under the same identifier again. */
  readonly keep: () => void;
  /** Deletes the draft. */
  readonly discard: () => void;
  /** Stops keeping a draft on this device: the order has been saved. */
  readonly finish: () => void;
}

const Shared = createContext<FormStore | null>(null);

export const OrderFormProvider = Shared;

/** Returns the state of the surrounding form. */
export function useOrderForm(): FormStore {
  const form = useContext(Shared);
  if (form === null) throw new Error("A part of an order's form stands in one.");
  return form;
}

interface Kept {
  readonly draft: OrderDraft;
  readonly opened: OpenedDraft | null;
}

// A draft of another shape, left by an earlier version of the page, is never found.
const FIELDS = [ADDRESS_FIELDS, CONTACT_FIELDS, PROOF_FIELDS, DROPOFF_FIELDS].flatMap((fields) =>
  Object.keys(fields),
);
const SHAPE = ["4", ...FIELDS].join();
const PREFIX = "dropline-draft:";

/**
 * Holds the state of an order form. The draft stays in this tab until it is saved or discarded, so that it survives a
 * reload, the back button and an expired session.
 *
 * @param place tells this form's draft from others: by its person, its mode and its order
 */
export function useOrderFormState(
  place: string,
  initial: OrderDraft,
  openedAtFirst: OpenedDraft | null,
): FormStore {
  const [atFirst] = useState({ draft: initial, opened: openedAtFirst });
  const [{ draft, opened }, setKept] = useState<Kept>(atFirst);
  const [isLoaded, setLoaded] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [undo, setUndo] = useState<Undo | null>(null);
  // By the stops' keys, since a stop's place in the order may change.
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const isOver = useRef(false);
  const isSent = useRef(false);
  const name = `${PREFIX}${SHAPE}:${place}`;

  useEffect(() => {
    const kept = load(name);
    if (kept !== null) {
      setKept(kept);
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

  const setDraft = (step: Step) => setKept((now) => ({ ...now, draft: step(now.draft) }));
  return {
    draft,
    opened,
    undo,
    isRestored,
    problems: problems.map(({ field, code }) => ({ field: unkeyed(draft, field), code })),
    setProblems: (found) => {
      setProblems(found.map(({ field, code }) => ({ field: keyed(draft, field), code })));
    },
    problemOf: (path) => problems.find(({ field }) => field === keyed(draft, path))?.code ?? null,
    change: (step, path) => {
      setDraft(step);
      if (path === undefined) return;
      const seenTo = keyed(draft, path);
      setProblems((before) => before.filter(({ field }) => !isWithin(field, seenTo)));
    },
    changeWithUndo: (kind, step, path, undone) => {
      setUndo({ kind, draft: undone === undefined ? draft : undone(draft) });
      setDraft(step);
      const keys = new Set(step(draft).dropoffs.map(({ key }) => key));
      const seenTo = path === undefined ? null : keyed(draft, path);
      setProblems((before) =>
        before
          .filter(({ field }) => !field.startsWith("dropoff-") || keys.has(field.split(".")[0] ?? ""))
          .filter(({ field }) => seenTo === null || !isWithin(field, seenTo)),
      );
    },
    takeBack: () => {
      if (undo !== null) setDraft(() => undo.draft);
      setUndo(null);
    },
    reopen: (order, next) => {
      setKept({ draft: next, opened: order });
      setUndo(null);
    },
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

/** Parts of an address that is not missing any more once one of them is there. */
const PLACE_PART = /\.(?:street|building|latitude|longitude)$/;

/** Whether a change at a path settles the problem of a field: the field itself, one within it, or the address around it. */
function isWithin(field: string, path: string): boolean {
  return (
    field === path ||
    field.startsWith(`${path}.`) ||
    (PLACE_PART.test(path) && field === path.replace(PLACE_PART, ""))
  );
}

function unkeyed(draft: OrderDraft, path: string): string {
  const key = /^dropoff-\d+/.exec(path)?.[0];
  const index = draft.dropoffs.findIndex((dropoff) => dropoff.key === key);
  return index < 0 ? path : path.replace(/^dropoff-\d+/, `dropoffs.${index}`);
}

// A browser may refuse storage altogether; the form then works without.
function load(name: string): Kept | null {
  try {
    const text = sessionStorage.getItem(name);
    // Written by `store` alone.
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}

function store(name: string, kept: Kept): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Full or forbidden.
  }
}

function forget(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Forbidden.
  }
}

/** Deletes every draft in this tab, so that nobody finds them after their author signs out. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
    }
  } catch {
    // Forbidden.
  }
}
