"use client";

import { createContext, useContext } from "react";

/** The text shown while a map's code loads. */
export const LoadingText = createContext("");

/** Stands in for a map until its code is loaded. */
export function MapLoading() {
  return (
    <div className="flex h-full w-full items-center justify-center bg-fill text-sm text-soft">
      {useContext(LoadingText)}
    </div>
  );
}
