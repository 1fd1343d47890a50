/** What the page knows of its reader. */
export type TryReader =
  | { readonly kind: "stranger" }
  /** Signed in, without a test key that works. */
  | { readonly kind: "keyless"; readonly canMake: boolean }
  | { readonly kind: "ready"; readonly prefix: string; readonly lastFour: string };

/** The answer to a call made from the page. */
export interface Tried {
  readonly status: number;
  readonly body: string;
  readonly durationMs: number;
  readonly line: string | null;
}

/** Why there is none. */
export type TryRefusal = "foreign" | "signed_out" | "no_key" | "unknown" | "away";

/** The key as lists show it. */
export const endsOf = ({ prefix, lastFour }: { prefix: string; lastFour: string }): string =>
  `${prefix}…${lastFour}`;
