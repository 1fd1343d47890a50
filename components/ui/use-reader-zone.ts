"use client";

import { useEffect, useState } from "react";

/** The reader's time zone; UTC until the script runs. */
export function useReaderZone(): string {
  const [zone, setZone] = useState("UTC");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}
