import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a ref to the value of the latest render, for code that runs after it. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
