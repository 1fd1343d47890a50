"use client";

import { createContext, type ReactNode, useContext } from "react";

interface Words {
  readonly title: string;
  readonly text: string;
  readonly again: string;
}

const Context = createContext<Words | null>(null);

/** Brings the words of `Broken`, which stands where no words can be had from the service any more. */
export function BrokenWords({ words, children }: { words: Words; children: ReactNode }) {
  return <Context value={words}>{children}</Context>;
}

/** What stands in place of a tracking page that could not be put together. */
export function Broken() {
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
