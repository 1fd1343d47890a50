"use client";

import { ArrowDown, ArrowUp, ChevronDown, House, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { DraftChoice, DraftField } from "@/components/orders/form/fields";
import { WindowFields } from "@/components/orders/form/local-time";
import { StopFields } from "@/components/orders/form/stop-fields";
import { StopFrame } from "@/components/orders/form/stop-frame";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import { GHOST } from "@/components/ui/styles";
import {
  addDropoff,
  changeDropoff,
  type DropoffDraft,
  EMPTY_DROPOFF,
  moveDropoff,
  parsePoint,
  removeDropoff,
  YES_NO_CHOICES,
} from "@/lib/orders/form/draft";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";
import { DROPOFF_FIELDS, fieldNames, type StopField } from "@/lib/orders/stop-fields";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

// If more than this many are added at once, they are collapsed to their addresses.
const OPEN_AT_FIRST = 2;

// A drag this close to the screen's edge scrolls the page.
const EDGE_PIXELS = 80;
const SCROLL_PIXELS = 12;

// After moving its stop to the end, the button is dimmed rather than disabled, so that it keeps the focus.
const ICON_BUTTON =
  "flex size-11 sm:size-8 shrink-0 cursor-pointer items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent";

export function DropoffList({ announce }: { announce: (text: string) => void }) {
  const t = useTranslations("delivery.dropoffs");
  const { draft, change, changeWithUndo, problems } = useOrderForm();
  const { dropoffs } = draft;
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(dropoffs.length > OPEN_AT_FIRST ? dropoffs.map(({ key }) => key) : []),
  );
  const [dragged, setDragged] = useState<string | null>(null);
  const items = useRef(new Map<string, HTMLElement>());
  const focusNext = useRef<{ key: string; what: "input" | "[data-heading]" } | null>(null);

  const wrong = problems.flatMap(({ field }) => /^dropoffs\.(\d+)/.exec(field)?.[1] ?? []).join();
  const expand = useEffectEvent((indexes: string) => {
    const keys = indexes === "" ? [] : indexes.split(",").map((index) => dropoffs[Number(index)]?.key);
    setClosed((before) => new Set([...before].filter((key) => !keys.includes(key))));
  });
  useEffect(() => expand(wrong), [wrong]);

  useEffect(() => {
    if (focusNext.current === null) return;
    const { key, what } = focusNext.current;
    items.current.get(key)?.querySelector<HTMLElement>(what)?.focus();
    focusNext.current = null;
  });

  const move = (key: string, to: number) => {
    if (moveDropoff(draft, key, to) === draft) return;
    change((now) => moveDropoff(now, key, to));
    announce(t("moved", { number: to + 1, count: dropoffs.length }));
  };
  const remove = (key: string) => {
    const index = dropoffs.findIndex((one) => one.key === key);
    const next = dropoffs[index + 1] ?? dropoffs[index - 1];
    focusNext.current =
      next === undefined ? null : { key: next.key, what: dropoffs.length > 2 ? "[data-heading]" : "input" };
    changeWithUndo("removed", (now) => removeDropoff(now, key));
    announce(t("removed", { number: index + 1 }));
  };
  const add = () => {
    const next = addDropoff(draft);
    const added = next.dropoffs.at(-1);
    if (added !== undefined) focusNext.current = { key: added.key, what: "input" };
    setClosed((before) => new Set([...before, ...dropoffs.filter(isFilled).map(({ key }) => key)]));
    change(addDropoff);
    announce(t("added", { number: next.dropoffs.length }));
  };
  const toggle = (key: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const follow = useEffectEvent(({ clientY }: PointerEvent) => {
    if (dragged === null) return;
    scrollNearEdge(clientY);
    const to = placeAt(dropoffs, items.current, dragged, clientY);
    if (to !== null) move(dragged, to);
  });
  // Listens on the window, because the dragged element moves in the DOM.
  useEffect(() => {
    if (dragged === null) return;
    const end = () => setDragged(null);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("pointermove", follow, { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
    return () => listening.abort();
  }, [dragged]);
  return (
    <section aria-labelledby="dropoffs-title">
      <h2 id="dropoffs-title" className="sr-only">
        {t("heading")}
      </h2>
      <ol>
        {dropoffs.map((dropoff, index) => (
          <li
            key={dropoff.key}
            ref={(element) => {
              if (element === null) items.current.delete(dropoff.key);
              else items.current.set(dropoff.key, element);
            }}
            className={dragged === dropoff.key ? "rounded-lg bg-hover" : ""}
          >
            <StopFrame
              sign={
                <Sign
                  number={dropoffs.length > 1 ? index + 1 : null}
                  onDragStart={() => setDragged(dropoff.key)}
                />
              }
              hasNext={index < dropoffs.length - 1}
            >
              <DropoffHeader
                dropoff={dropoff}
                index={index}
                count={dropoffs.length}
                isOpen={!closed.has(dropoff.key)}
                onToggle={() => toggle(dropoff.key)}
                onMove={(to) => move(dropoff.key, to)}
                onRemove={() => remove(dropoff.key)}
              />
              <div hidden={dropoffs.length > 1 && closed.has(dropoff.key)}>
                <DropoffFields dropoff={dropoff} index={index} />
              </div>
            </StopFrame>
          </li>
        ))}
      </ol>
      <div className="pb-2 pl-11.5">
        {dropoffs.length < MAX_DROPOFFS ? (
          <button type="button" onClick={add} className={`${GHOST} -ml-3 px-3`}>
            <Plus aria-hidden="true" className="size-4" />
            {t("add")}
          </button>
        ) : (
          <p className="text-sm text-soft">{t("full", { count: MAX_DROPOFFS })}</p>
        )}
      </div>
    </section>
  );
}

const isFilled = (dropoff: DropoffDraft): boolean =>
  parsePoint(dropoff) !== null && formatStopAddress(dropoff) !== "" && dropoff.contact.value !== "";

function Sign({ number, onDragStart }: { number: number | null; onDragStart: () => void }) {
  const t = useTranslations("delivery.dropoffs");
  const look = "flex size-8 shrink-0 items-center justify-center rounded-lg bg-ink text-surface";
  if (number === null) {
    return (
      <span aria-hidden="true" className={look}>
        <House className="size-4" />
      </span>
    );
  }
  return (
    <span
      aria-hidden="true"
      data-drag-handle
      title={t("drag")}
      onPointerDown={(event) => {
        event.preventDefault();
        onDragStart();
      }}
      className={`${look} cursor-grab touch-none text-sm font-semibold active:cursor-grabbing`}
    >
      {number}
    </span>
  );
}

/** Returns where a dragged dropoff belongs: it passes a neighbor once the pointer is past the neighbor's middle. */
function placeAt(
  dropoffs: readonly DropoffDraft[],
  items: ReadonlyMap<string, HTMLElement>,
  key: string,
  pointerY: number,
): number | null {
  const at = dropoffs.findIndex((one) => one.key === key);
  const computeMiddle = (index: number): number | null => {
    const box = items.get(dropoffs[index]?.key ?? "")?.getBoundingClientRect();
    return box === undefined ? null : box.top + box.height / 2;
  };
  const [above, below] = [computeMiddle(at - 1), computeMiddle(at + 1)];
  if (above !== null && pointerY < above) return at - 1;
  if (below !== null && pointerY > below) return at + 1;
  return null;
}

function scrollNearEdge(pointerY: number): void {
  if (pointerY < EDGE_PIXELS) window.scrollBy(0, -SCROLL_PIXELS);
  if (pointerY > window.innerHeight - EDGE_PIXELS) window.scrollBy(0, SCROLL_PIXELS);
}

interface Props {
  dropoff: DropoffDraft;
  index: number;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function DropoffHeader({ dropoff, index, count, isOpen, onToggle, onMove, onRemove }: Props) {
  const t = useTranslations("delivery.dropoffs");
  const number = index + 1;
  const place = formatStopAddress(dropoff);
  const { name, value } = dropoff.contact;
  if (count === 1) {
    return (
      <h3 id={`dropoffs.${index}-title`} className="sr-only">
        {t("title", { number })}
      </h3>
    );
  }
  return (
    <div className="flex flex-wrap items-center sm:flex-nowrap">
      <h3 id={`dropoffs.${index}-title`} className="min-w-0 flex-1 basis-40">
        <button
          type="button"
          data-heading
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 w-full min-w-0 cursor-pointer items-center gap-1.5 text-left text-sm"
        >
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-soft ${isOpen ? "" : "-rotate-90"}`}
          />
          <span className={place !== "" && !isOpen ? "sr-only" : "shrink-0 font-medium"}>
            {t("title", { number })}
          </span>
          {!isOpen && (name || value) !== "" && <span className="sr-only">, {name || value}</span>}
          {place !== "" && (
            <span className={`min-w-0 truncate ${isOpen ? "text-soft" : "font-medium"}`}>{place}</span>
          )}
        </button>
      </h3>
      <div className="flex">
        <button
          type="button"
          aria-label={t("up", { number })}
          aria-disabled={index === 0}
          onClick={() => onMove(index - 1)}
          className={ICON_BUTTON}
        >
          <ArrowUp aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={t("down", { number })}
          aria-disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
          className={ICON_BUTTON}
        >
          <ArrowDown aria-hidden="true" className="size-4" />
        </button>
        <button type="button" aria-label={t("remove", { number })} onClick={onRemove} className={ICON_BUTTON}>
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </div>
  );
}

type OwnFields = typeof DROPOFF_FIELDS;
type OwnName = keyof OwnFields;
type ChoiceName =
  | Extract<OwnName, "notify">
  | { [Name in OwnName]: OwnFields[Name]["kind"] extends "choice" ? Name : never }[OwnName];

const OWN_NAMES = [...new Set<OwnName>(["cargo_size", "payment_amount", ...fieldNames(DROPOFF_FIELDS)])];

/** The keys in `messages/…/delivery.json` that contain the options of each choice. */
const OPTION_MESSAGES = {
  cargo_size: "sizes",
  payment_type: "payments",
  notify: "notify",
  locale: "locales",
} as const satisfies Record<ChoiceName, string>;

interface DropoffProps {
  readonly dropoff: DropoffDraft;
  readonly index: number;
}

const WINDOW_NAMES = ["delivery_window.from", "delivery_window.to"] as const;

function DropoffFields({ dropoff, index }: DropoffProps) {
  const t = useTranslations("delivery.order");
  const { draft, change } = useOrderForm();
  const path = `dropoffs.${index}`;
  const checkboxes = OWN_NAMES.filter((name) => typeof EMPTY_DROPOFF[name] === "boolean");
  const others = OWN_NAMES.filter((name) => !checkboxes.includes(name));
  return (
    <StopFields
      stop={dropoff}
      path={path}
      isRareUsed={
        OWN_NAMES.some((name) => dropoff[name] !== EMPTY_DROPOFF[name]) || dropoff.delivery_window.from !== ""
      }
      rarePaths={[...OWN_NAMES, ...WINDOW_NAMES].map((name) => `${path}.${name}`)}
    >
      <div className="grid items-start gap-2 sm:grid-cols-3">
        {others.map((name) => (
          <OwnField key={name} name={name} dropoff={dropoff} index={index} />
        ))}
      </div>
      {draft.dropoffs.length > 1 && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{t("delivery_window.own")}</legend>
          <div className="grid items-start gap-2 sm:grid-cols-2">
            <WindowFields
              path={`${path}.delivery_window`}
              window={dropoff.delivery_window}
              onWindow={(delivery_window) =>
                change(
                  (now) => ({
                    ...changeDropoff(now, dropoff.key, { delivery_window }),
                    delivery_time: "",
                  }),
                  `${path}.delivery_window`,
                )
              }
            />
          </div>
        </fieldset>
      )}
      {checkboxes.map((name) => (
        <OwnField key={name} name={name} dropoff={dropoff} index={index} />
      ))}
    </StopFields>
  );
}

/** A field that only dropoffs have, with the input for its type. */
function OwnField({ name, dropoff, index }: DropoffProps & { name: OwnName }) {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const { draft, change } = useOrderForm();
  const field: StopField = DROPOFF_FIELDS[name];
  const path = `dropoffs.${index}.${name}`;
  const value = dropoff[name];
  const set = (typed: string | boolean) =>
    change((now) => changeDropoff(now, dropoff.key, { [name]: typed }), path);
  if (typeof value === "boolean") {
    return (
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          name={path}
          checked={value}
          onChange={(event) => set(event.target.checked)}
          className="size-5 accent-fir"
        />
        {tStop(name)}
      </label>
    );
  }
  const input = { path, label: tStop(name), value, onValue: set };
  const options =
    field.kind === "yes_no" ? YES_NO_CHOICES.filter(Boolean) : "options" in field ? field.options : null;
  if (options === null) return <DraftField {...input} field={field} />;
  const choice = name as ChoiceName;
  const unset: Record<ChoiceName, string> = {
    cargo_size: t("dropoffs.as_order", { size: draft.cargo_size }),
    payment_type: t(index === 0 ? "dropoffs.payment_as_order" : "dropoffs.payment_default"),
    notify: t("dropoffs.notify_default"),
    locale: t("dropoffs.locale_default"),
  };
  return (
    <DraftChoice
      {...input}
      options={[
        { value: "", label: unset[choice] },
        ...options.map((option) => ({
          value: option,
          label: t(`${OPTION_MESSAGES[choice]}.${option}`),
        })),
      ]}
    />
  );
}
