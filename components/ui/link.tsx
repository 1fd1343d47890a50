"use client";

import NextLink, { useLinkStatus } from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { oweRefresh, setPending } from "@/components/ui/navigation";

/** A pointer that only passes over means nothing. */
const MEANT_AFTER_MS = 60;
/** What was loaded ahead is brought up to date if it is older than this when it is shown. */
const FRESH_MS = 2_000;

/**
 * A link within the application. Each page is rendered for its reader on request, so it is loaded ahead only when
 * somebody means to follow it, by pointer, focus or touch, never because it is in sight.
 */
export function Link({
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onTouchStart,
  onNavigate,
  children,
  ...props
}: ComponentProps<typeof NextLink>) {
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
      onPointerEnter={(event) => {
        timer.current = setTimeout(mean, MEANT_AFTER_MS);
        onPointerEnter?.(event);
      }}
      onPointerLeave={(event) => {
        clearTimeout(timer.current);
        // Meant anew, it is loaded anew once what was loaded has aged.
        if (Date.now() - meantAt.current > FRESH_MS) setMeant(false);
        onPointerLeave?.(event);
      }}
      onFocus={(event) => {
        mean();
        onFocus?.(event);
      }}
      onTouchStart={(event) => {
        mean();
        onTouchStart?.(event);
      }}
      onNavigate={(event) => {
        if (isMeant && Date.now() - meantAt.current > FRESH_MS) oweRefresh();
        onNavigate?.(event);
      }}
    >
      {children}
      <TellPending href={String(props.href)} />
    </NextLink>
  );
}

/** Tells the frame which page is on its way. */
function TellPending({ href }: { href: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => {
    if (!pending) return;
    setPending(href);
    return () => setPending(null);
  }, [pending, href]);
  return null;
}
