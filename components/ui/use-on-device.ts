"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns what this device alone knows, which never changes; something else as HTML, until the script takes it over. */
export function useOnDevice<Known, Unknown>(read: () => Known, asHtml: Unknown): Known | Unknown {
  return useSyncExternalStore<Known | Unknown>(never, read, () => asHtml);
}
