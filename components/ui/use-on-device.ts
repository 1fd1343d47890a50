"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns `asHtml` until the script runs. */
export function useOnDevice<Known, Unknown>(read: () => Known, asHtml: Unknown): Known | Unknown {
  return useSyncExternalStore<Known | Unknown>(never, read, () => asHtml);
}
