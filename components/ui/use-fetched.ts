"use client";

import { useEffect, useState } from "react";
import { readState } from "@/components/ui/use-live";

/** Null requests nothing. The previous data stay until the next arrive. */
export function useFetched<Data>(url: string | null) {
  const [known, setKnown] = useState({ url: "", data: undefined as Data | undefined, isError: false });
  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    const set = (data: Data | undefined, isError: boolean) => {
      if (!abort.signal.aborted) setKnown({ url, data, isError });
    };
    fetch(url, { signal: abort.signal })
      .then((answer) => readState<Data>(answer))
      .then(
        (data) => set(data, false),
        () => set(undefined, true),
      );
    return () => abort.abort();
  }, [url]);
  return { ...known, isFetching: url !== null && known.url !== url };
}
