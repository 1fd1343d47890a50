"use client";

import { createContext, useContext } from "react";

export const LoadingText = createContext("");

export function MapLoading() {
  return (
    <div className="flex h-full w-full items-center justify-center bg-fill text-sm text-soft">
      {useContext(LoadingText)}
    </div>
  );
}
