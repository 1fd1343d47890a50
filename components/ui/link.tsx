"use client";

import NextLink, { useLinkStatus } from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { markStale, setPending } from "@/components/ui/navigation";

/** A pointer that only passes over a link does not prefetch it. */
const MEANT_AFTER_MS = 60;
/** A prefetched page older than this is refreshed when it is shown. */
const FRESH_MS = 2_000;

type Props = Omit<
  ComponentProps<typeof NextLink>,
  "onPointerEnter" | "onPointerLeave" | "onFocus" | "onTouchStart" | "onNavigate"
>;

/** Pages are rendered per reader, so a link prefetches on pointer, focus or touch, not when visible. */
export function Link({ children, ...props }: Props) {
  const [isMeant, setMeant] = useState(false);
  const meantAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const mean = () => {
    if (!isMeant) meantAt.current = Date.now();
    setMeant(true);
  };
  return (
    <NextLink
      {...props}
      prefetch={isMeant}
      onPointerEnter={() => {
        timer.current = setTimeout(mean, MEANT_AFTER_MS);
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current);
        // Allows a stale prefetch to be repeated.
        if (Date.now() - meantAt.current > FRESH_MS) setMeant(false);
      }}
      onFocus={mean}
      onTouchStart={mean}
      onNavigate={() => {
        if (isMeant && Date.now() - meantAt.current > FRESH_MS) markStale();
      }}
    >
      {children}
      <TellPending href={String(props.href)} />
    </NextLink>
  );
}

function TellPending({ href }: { href: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => {
    if (!pending) return;
    setPending(href);
    return () => setPending(null);
  }, [pending, href]);
  return null;
}
