"use client";

import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

export interface Choice {
  readonly id: string;
  readonly choose: () => void;
}

interface Disclosure {
  readonly isShown: boolean;
  readonly show: () => void;
  readonly hide: () => void;
}

export type Combobox = ReturnType<typeof useCombobox>;

/** Follows the ARIA pattern: the focus stays in the field. With `firstIsActive`, Enter picks the first option. */
export function useCombobox(
  choices: readonly Choice[],
  { firstIsActive = false, disclosure }: { firstIsActive?: boolean; disclosure?: Disclosure } = {},
) {
  const prefix = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  const isShown = choices.length > 0 && (disclosure?.isShown ?? true);
  const active = choices.find(({ id }) => id === activeId) ?? (firstIsActive ? choices[0] : undefined);
  const optionId = (id: string) => `${prefix}${id}`;
  const move = (step: 1 | -1) => {
    const marked = choices.findIndex(({ id }) => id === activeId);
    // The first ArrowDown enters a list that opens below its field.
    const isEntering = marked < 0 && step > 0 && disclosure !== undefined;
    const at = marked < 0 && firstIsActive && !isEntering ? 0 : marked;
    const next = choices.at(at < 0 && step < 0 ? -1 : (at + step) % choices.length);
    if (next !== undefined) setActiveId(next.id);
    disclosure?.show();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    // Enter in a search never submits the whole form.
    else if (event.key === "Enter") {
      if (isShown) active?.choose();
    } else if (event.key === "Escape" && disclosure !== undefined && isShown) {
      disclosure.hide();
      setActiveId(null);
    } else return;
    event.preventDefault();
  };
  return {
    isShown,
    active,
    optionId,
    activate: setActiveId,
    listId: `${prefix}list`,
    field: {
      type: "text",
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": isShown,
      "aria-controls": `${prefix}list`,
      "aria-activedescendant": isShown && active !== undefined ? optionId(active.id) : undefined,
      onKeyDown,
    } as const,
  };
}

/** A list without options must not be a listbox. */
export const ComboboxList = ({
  combobox: { isShown, listId },
  label,
  ...box
}: { combobox: Combobox; label: string } & ComponentProps<"div">) => (
  <div {...(isShown ? { role: "listbox", "aria-label": label } : {})} id={listId} {...box} />
);

interface ComboboxOptionProps {
  combobox: Combobox;
  choice: Choice;
  onPoint?: () => void;
  className: string;
  children: ReactNode;
}

export function ComboboxOption({ combobox, choice, onPoint, className, children }: ComboboxOptionProps) {
  const { active, optionId } = combobox;
  const option = useRef<HTMLDivElement>(null);
  const isActive = active?.id === choice.id;
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys for the whole list
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field points at it
    <div
      ref={option}
      id={optionId(choice.id)}
      role="option"
      aria-selected={isActive}
      // Pressing must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={choice.choose}
      className={className}
    >
      {children}
    </div>
  );
}
