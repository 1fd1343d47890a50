"use client";

import { Package, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Command } from "@/components/palette/commands";
import { keepSetting, readSetting } from "@/components/palette/kept-setting";
import { type Found, useFoundOrders } from "@/components/palette/use-found-orders";
import { StatusPill } from "@/components/ui/status-pill";
import type { FoundOrder } from "@/lib/orders/list/find-orders";
import { isMeant } from "@/lib/pages/palette";

const RECENT_SETTING = "dropline-recent-actions";
const MOST_RECENT = 3;

/** What can be chosen: an action, or an order. */
interface Choice {
  readonly id: string;
  readonly choose: () => void;
  readonly content: ReactNode;
}

interface Group {
  readonly name: "recent" | "go" | "do" | "orders";
  readonly choices: readonly Choice[];
}

function recentIds(): string[] {
  return (readSetting(RECENT_SETTING) ?? "").split(" ").filter(Boolean);
}

function remember(id: string): void {
  const ids = [id, ...recentIds().filter((other) => other !== id)];
  keepSetting(RECENT_SETTING, ids.slice(0, MOST_RECENT).join(" "));
}

/** The palette's field and what it finds: a combobox with a list, the focus always in the field. */
export function Finder({
  commands,
  openOrder,
}: {
  commands: readonly Command[];
  openOrder: (order: FoundOrder) => void;
}) {
  const t = useTranslations("dashboard.palette");
  const [typed, setTyped] = useState("");
  const [wantedId, setWantedId] = useState<string | null>(null);
  const found = useFoundOrders(typed);
  const prefix = useId();
  const groups = groupsOf(typed, commands, found.orders, openOrder);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find(({ id }) => id === wantedId) ?? choices[0];
  const optionId = (id: string) => `${prefix}${id}`;

  const move = (step: number) => {
    const at = active === undefined ? 0 : choices.indexOf(active);
    const next = choices[(at + step + choices.length) % choices.length];
    if (next !== undefined) setWantedId(next.id);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") active?.choose();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b-2 border-line px-4 focus-within:border-accent">
        <Search aria-hidden="true" className="size-5 shrink-0 text-soft" />
        <input
          type="text"
          role="combobox"
          aria-label={t("input")}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={`${prefix}list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active.id)}
          aria-describedby={`${prefix}hint`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={128}
          placeholder={t("placeholder")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWantedId(null);
          }}
          onKeyDown={press}
          className="min-h-14 w-full min-w-0 bg-transparent text-base outline-none! placeholder:text-soft"
        />
      </div>
      <div
        // A list without an option is none; what is missing is said below.
        {...(choices.length > 0 ? { role: "listbox", "aria-label": t("results") } : {})}
        id={`${prefix}list`}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ name, choices: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={name} role="group" aria-labelledby={`${prefix}${name}-title`}>
            <p id={`${prefix}${name}-title`} role="presentation" className="px-3 pt-3 pb-1 text-xs text-soft">
              {t(name)}
            </p>
            {own.map((choice) => (
              <Option
                key={choice.id}
                id={optionId(choice.id)}
                isActive={choice === active}
                onPoint={() => setWantedId(choice.id)}
                onChoose={choice.choose}
              >
                {choice.content}
              </Option>
            ))}
          </div>
        ))}
      </div>
      <Note found={found} count={choices.length} typed={typed.trim()} />
      <p id={`${prefix}hint`} className="border-t border-line px-5 py-3 text-xs text-soft">
        {t("hint")}
      </p>
    </>
  );
}

function groupsOf(
  typed: string,
  commands: readonly Command[],
  orders: readonly FoundOrder[],
  openOrder: (order: FoundOrder) => void,
): Group[] {
  const asChoice = (command: Command): Choice => ({
    id: command.id,
    choose: () => {
      remember(command.id);
      command.run();
    },
    content: <CommandLine command={command} />,
  });
  const isTyped = typed.trim() !== "";
  const recent = isTyped ? [] : recentIds();
  const recentOnes = recent.flatMap((id) => commands.filter((command) => command.id === id));
  const others = commands.filter(
    (command) => !recentOnes.includes(command) && isMeant(`${command.label} ${command.also}`, typed),
  );
  // Orders come later than actions, and may not move what one is about to choose.
  const groups: Group[] = [
    { name: "recent", choices: recentOnes.map(asChoice) },
    { name: "go", choices: others.filter(({ group }) => group === "go").map(asChoice) },
    { name: "do", choices: others.filter(({ group }) => group === "do").map(asChoice) },
    {
      name: "orders",
      choices: orders.map((order) => ({
        id: `order-${order.code}`,
        choose: () => openOrder(order),
        content: <OrderLine order={order} />,
      })),
    },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

function Option({
  id,
  isActive,
  onPoint,
  onChoose,
  children,
}: {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys for the whole list
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field points at it
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm ${
        isActive ? "bg-panel outline-2 -outline-offset-2 outline-accent" : ""
      }`}
    >
      {children}
    </div>
  );
}

function CommandLine({ command: { icon: Icon, label, keys } }: { command: Command }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys !== null && (
        <span aria-hidden="true" className="shrink-0 font-mono text-xs text-soft">
          {keys}
        </span>
      )}
    </>
  );
}

function OrderLine({ order }: { order: FoundOrder }) {
  const t = useTranslations("dashboard.palette");
  return (
    <>
      <Package aria-hidden="true" className="size-4 shrink-0 text-soft" />
      <span className="min-w-0 flex-1">
        <span className="flex gap-3">
          <span className="font-mono whitespace-nowrap">{order.code}</span>
          <span className="truncate">{order.externalOrderId}</span>
        </span>
        <span className="block truncate text-xs text-soft">
          {order.street}, {order.building}
        </span>
      </span>
      {order.mode === "test" && (
        <span className="shrink-0 rounded border border-warn bg-test px-1.5 text-xs text-ink">
          {t("test")}
        </span>
      )}
      <span className="shrink-0">
        <StatusPill status={order.status} hasCourier={order.hasCourier} />
      </span>
    </>
  );
}

/** Says what the list cannot: how many there are, that it is still looking, that there is nothing, that it failed. */
function Note({ found, count, typed }: { found: Found; count: number; typed: string }) {
  const t = useTranslations("dashboard.palette");
  const isSeen = found.state === "searching" || found.state === "failed" || count === 0;
  const text =
    found.state === "failed"
      ? t("failed")
      : found.state === "searching"
        ? t("searching")
        : count === 0
          ? t("none", { text: typed })
          : t("count", { count });
  return (
    <p
      role="status"
      className={
        isSeen ? `px-5 py-3 text-sm ${found.state === "failed" ? "text-warn" : "text-soft"}` : "sr-only"
      }
    >
      {text}
    </p>
  );
}
