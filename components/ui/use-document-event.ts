"use client";

import { useEffectEvent, useLayoutEffect } from "react";

/** Listens from before the first paint: keys act on what is visible, even right after a navigation. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  isCaptured = false,
): void {
  const listen = useEffectEvent(listener);
  useLayoutEffect(() => {
    document.addEventListener(type, listen, isCaptured);
    return () => document.removeEventListener(type, listen, isCaptured);
  }, [type, isCaptured]);
}
