"use client";

interface Props<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly current: Name;
  readonly onChoose: (name: Name) => void;
  readonly className: string;
  readonly tabLook: string;
}

/** Follows the ARIA tabs pattern. */
export function Tabs<Name extends string>(props: Props<Name>) {
  const { label, tabs, current, onChoose, className, tabLook } = props;
  return (
    <div role="tablist" aria-label={label} className={className}>
      {tabs.map(({ name, label: text }, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === current}
          tabIndex={name === current ? 0 : -1}
          className={tabLook}
          onClick={() => onChoose(name)}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== "ArrowRight" && key !== "ArrowLeft") return;
            const at = (index + (key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length;
            const next = tabs[at];
            if (next === undefined) return;
            onChoose(next.name);
            currentTarget.parentElement?.querySelectorAll("button")[at]?.focus();
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
