"use client";

import { useEffect } from "react";
import { createSharedValue } from "@/components/ui/create-shared-value";

const shown = createSharedValue<number | null>(null);

export const useExceptionCount = shown.useValue;

export function usePublishExceptionCount(count: number): void {
  useEffect(() => {
    shown.set(count);
    const bare = document.title.replace(/^\(\d+\) /, "");
    document.title = count === 0 ? bare : `(${count}) ${bare}`;
  }, [count]);
  useEffect(
    () => () => {
      shown.set(null);
      document.title = document.title.replace(/^\(\d+\) /, "");
    },
    [],
  );
}
