"use client";

import { useOnDevice } from "@/components/ui/use-on-device";

let zone: string | undefined;

function readZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

/** The reader's time zone; UTC as HTML, until the script takes it over. */
export function useReaderZone(): string {
  return useOnDevice(readZone, "UTC");
}
