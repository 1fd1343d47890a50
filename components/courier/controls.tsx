"use client";

import type { ComponentType, ReactNode } from "react";

const SHAPE =
  "flex min-h-14 w-full items-center justify-center gap-2.5 rounded-xl px-4 py-2 text-center font-semibold select-none";

const TONES = {
  action: "bg-fir text-on-fir active:brightness-90",
  quiet: "border-2 border-field-line text-ink active:bg-hover",
  danger: "border-2 border-bad text-bad active:bg-bad-tint",
} as const;

type Icon = ComponentType<{ className?: string; "aria-hidden"?: boolean }>;

/** A button sized for a thumb. */
export function BigButton(props: {
  tone: keyof typeof TONES;
  icon?: Icon;
  isTall?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { tone, icon: Icon, isTall = false, onClick, children } = props;
  return (
    <button
      type="button"
      onClick={onClick}
      className={`${SHAPE} ${TONES[tone]} ${isTall ? "min-h-16 text-xl" : ""}`}
    >
      {Icon && <Icon className="size-6 shrink-0" aria-hidden />}
      {children}
    </button>
  );
}

/** A link that looks like `BigButton`. */
export function BigLink(props: {
  tone: keyof typeof TONES;
  icon?: Icon;
  href: string;
  label?: string;
  children: ReactNode;
}) {
  const { tone, icon: Icon, href, label, children } = props;
  return (
    <a href={href} aria-label={label} className={`${SHAPE} ${TONES[tone]}`}>
      {Icon && <Icon className="size-6 shrink-0" aria-hidden />}
      {children}
    </a>
  );
}

/** The bar at the bottom with the one thing to do next. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto max-w-xl p-3">{children}</div>
    </div>
  );
}
