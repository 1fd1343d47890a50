"use client";

import { useSyncExternalStore } from "react";

/** Creates a value that any component of the page can set and follow. The server renders `initial`. */
export function createSharedValue<Value>(initial: Value) {
  let value = initial;
  const followers = new Set<() => void>();
  const follow = (follower: () => void) => {
    followers.add(follower);
    return () => followers.delete(follower);
  };
  return {
    set: (next: Value): void => {
      value = next;
      for (const follower of followers) follower();
    },
    useValue: (): Value =>
      useSyncExternalStore(
        follow,
        () => value,
        () => initial,
      ),
  };
}
