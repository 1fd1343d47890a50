import { type RefObject, useEffect, useRef, useState } from "react";
import { useClientValue } from "@/components/ui/use-client-value";

/** Repeats what was typed before scripts loaded, since React would reset those fields. */
export function usePreHydrationInput<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  // Only fields from the server can have been changed before scripts.
  const [wasServed] = useState(useClientValue(() => false, true));
  useEffect(() => {
    if (!wasServed) return;
    const fields = [...(box.current?.querySelectorAll<Field>("input, textarea, select") ?? [])];
    const early = fields.flatMap((field) => findRepeat(field) ?? []);
    if (early.length === 0) return;
    // Runs after all effects and one by one, so that each handler sees the earlier changes.
    const timer = setTimeout(() => early.forEach((repeat) => void repeat()));
    return () => clearTimeout(timer);
  }, [wasServed]);
  return box;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function findRepeat(field: Field): (() => void) | null {
  const tell = (type: "input" | "change") => void field.dispatchEvent(new Event(type, { bubbles: true }));
  if (field instanceof HTMLSelectElement) {
    const { value } = field;
    const atFirst = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    if (value === atFirst?.value) return null;
    return () => {
      field.value = value;
      tell("change");
    };
  }
  if (field.type === "file")
    return field instanceof HTMLInputElement && field.files?.length ? () => tell("change") : null;
  if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox")) {
    const { checked } = field;
    if (checked === field.defaultChecked || (field.type === "radio" && !checked)) return null;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  const { value: typed, defaultValue } = field;
  if (typed === defaultValue) return null;
  return () => {
    const { selectionStart, selectionEnd } = field;
    const isFocused = document.activeElement === field && selectionStart !== null;
    // React ignores a value set through its own setter.
    field.value = defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, typed);
    if (isFocused) field.setSelectionRange(selectionStart, selectionEnd);
    tell("input");
  };
}
