"use client";

import { Camera, ChevronDown, type LucideIcon, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { callLink } from "@/lib/courier-app/contact-link";

const SHAPE =
  "flex min-h-14 w-full items-center justify-center gap-[min(0.625rem,3vw)] rounded-xl px-[min(1rem,4vw)] py-2 text-center font-semibold select-none hyphens-auto [&_svg]:size-[min(1.5rem,7.5vw)]";

const TONES = {
  action: "bg-fir text-on-fir active:brightness-90",
  fill: "bg-fill text-ink active:bg-hover",
  quiet: "border-2 border-field-line text-ink active:bg-hover",
  danger: "border-2 border-bad text-bad active:bg-bad-tint",
  bare: "text-bad active:bg-bad-tint",
} as const;

// With large text a button must neither fill the screen nor break inside a word.
const SHORT = "text-[min(1em,6vw)]/snug";
const TALL = "min-h-[min(4rem,20vw)] rounded-2xl text-[min(1.25rem,6.4vw)]/tight";

interface BigProps {
  tone: keyof typeof TONES;
  icon?: LucideIcon | undefined;
  isTall?: boolean;
  children: ReactNode;
}

const getLook = (tone: BigProps["tone"], isTall: boolean) =>
  `${SHAPE} ${TONES[tone]} ${isTall ? TALL : SHORT}`;

export function BigButton(props: BigProps & { isDisabled?: boolean; onClick: () => void }) {
  const { tone, icon: Icon, isTall = false, isDisabled = false, onClick, children } = props;
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onClick}
      className={`${getLook(tone, isTall)} disabled:bg-fill disabled:text-soft`}
    >
      {Icon && <Icon className="size-6 shrink-0" aria-hidden />}
      {children}
    </button>
  );
}

export function BigLink(
  props: BigProps & { href: string; label?: string; onClick?: (() => void) | undefined },
) {
  const { tone, icon: Icon, href, label, isTall = false, onClick, children } = props;
  return (
    <a href={href} aria-label={label} onClick={onClick} className={getLook(tone, isTall)}>
      {Icon && <Icon className="size-6 shrink-0" aria-hidden />}
      {children}
    </a>
  );
}

/** Renders nothing without a phone number. */
export function CallDispatcher(props: Partial<Pick<BigProps, "tone" | "isTall">> & { phone: string | null }) {
  const { phone, tone = "danger", isTall = false } = props;
  const t = useTranslations("courier");
  if (phone === null) return null;
  return (
    <BigLink tone={tone} icon={Phone} isTall={isTall} href={callLink(phone)}>
      {t("call")}
    </BigLink>
  );
}

export function CameraButton(props: Omit<BigProps, "icon"> & { onPhoto: (photo: Blob) => void }) {
  const { tone, isTall = false, onPhoto, children } = props;
  return (
    <PhotoLabel look={getLook(tone, isTall)} onPhoto={onPhoto}>
      <Camera className="size-6 shrink-0" aria-hidden />
      {children}
    </PhotoLabel>
  );
}

export function PhotoLabel(props: { look: string; onPhoto: (photo: Blob) => void; children: ReactNode }) {
  const { look, onPhoto, children } = props;
  return (
    <label
      className={`${look} relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      {children}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? [];
          if (photo !== undefined) onPhoto(photo);
          // Lets the user choose the same picture again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

export function Switch(props: { isOn: boolean; onToggle: () => void; children: ReactNode }) {
  const { isOn, onToggle, children } = props;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={onToggle}
      className="group flex min-h-14 w-full items-center gap-[min(0.75rem,3vw)] text-left text-[min(1em,6vw)]/snug font-semibold"
    >
      <span className="flex-1">{children}</span>
      <span
        aria-hidden
        className="flex h-[32px] w-[56px] shrink-0 items-center rounded-full border-2 border-field-line p-0.5 group-aria-checked:border-fir group-aria-checked:bg-fir"
      >
        <span className="size-[24px] rounded-full bg-field-line transition-transform group-aria-checked:translate-x-[24px] group-aria-checked:bg-on-fir motion-reduce:transition-none" />
      </span>
    </button>
  );
}

export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto grid max-w-xl gap-2 p-3">{children}</div>
    </div>
  );
}

export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group rounded-xl border border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-xl px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{summary}</span>
        <ChevronDown
          className="size-6 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden
        />
      </summary>
      {children}
    </details>
  );
}
