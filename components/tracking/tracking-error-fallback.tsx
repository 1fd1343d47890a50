"use client";

import { createContext, type ReactNode, useContext } from "react";

export type ErrorMessages = Readonly<Record<"title" | "text" | "again", string>>;

const Context = createContext<ErrorMessages | null>(null);

/** Loads the texts of `TrackingErrorFallback`, which renders when the service is unreachable. */
export function ErrorMessagesProvider({ words, children }: { words: ErrorMessages; children: ReactNode }) {
  return <Context value={words}>{children}</Context>;
}

export function TrackingErrorFallback() {
  const words = useContext(Context);
  return (
    <main id="main" className="missing">
      <h1>{words?.title}</h1>
      <p>{words?.text}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {words?.again}
      </button>
    </main>
  );
}
