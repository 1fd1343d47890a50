"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns `asHtml` until the script runs. */
export const useClientValue = <Known, Unknown>(read: () => Known, asHtml: Unknown): Known | Unknown =>
  useSyncExternalStore<Known | Unknown>(never, read, () => asHtml);
