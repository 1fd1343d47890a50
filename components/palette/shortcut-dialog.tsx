import { Fragment, type ReactNode, useId } from "react";
import { writeSetting } from "@/components/palette/setting";
import { SHORTCUTS_SETTING, useHasShortcuts } from "@/components/palette/shortcuts";
import { openModal } from "@/components/ui/open-modal";
import { SECONDARY } from "@/components/ui/styles";

interface Props {
  onClose: () => void;
  title: string;
  lines: readonly { readonly what: string; readonly keys: readonly string[]; readonly isOff?: boolean }[];
  /** The word between keys that are pressed one after another. */
  then?: string;
  switchLabel: string;
  note?: ReactNode;
  closeLabel: string;
}

/** Lists keyboard shortcuts, with the switch that turns single letters off. Rendered while it is open. */
export function ShortcutDialog({ onClose, title, lines, then, switchLabel, note, closeLabel }: Props) {
  const heading = useId();
  return (
    <dialog
      ref={openModal}
      onClose={onClose}
      aria-labelledby={heading}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
    >
      <h2 id={heading} className="type-heading">
        {title}
      </h2>
      <dl className="mt-4 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 text-sm">
        {lines.map(({ what, keys, isOff = false }) => (
          <Fragment key={what}>
            <dt className={isOff ? "text-soft line-through" : ""}>{what}</dt>
            <dd className="text-right">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="mx-1.5 text-xs text-soft"> {then} </span>}
                  <kbd className="rounded-md border border-field-line bg-fill px-1.5 py-0.5 font-mono text-xs">
                    {key}
                  </kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-3">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
          <input
            type="checkbox"
            checked={useHasShortcuts()}
            onChange={(event) => writeSetting(SHORTCUTS_SETTING, event.target.checked ? "on" : "off")}
            className="size-5 accent-fir"
          />
          {switchLabel}
        </label>
        {note}
      </div>
      <div className="mt-4 flex justify-end">
        <button
          type="button"
          onClick={(event) => event.currentTarget.closest("dialog")?.close()}
          className={SECONDARY}
        >
          {closeLabel}
        </button>
      </div>
    </dialog>
  );
}
