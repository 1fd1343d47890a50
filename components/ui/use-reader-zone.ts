"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

let zone: string | undefined;

function readZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

/** The reader's time zone; UTC as HTML, until the script takes it over. */
export function useReaderZone(): string {
  return useSyncExternalStore(never, readZone, () => "UTC");
}
