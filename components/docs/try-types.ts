export type TryReader =
  | { readonly kind: "stranger" }
  /** Signed in, without a working test key. */
  | { readonly kind: "keyless"; readonly canMake: boolean }
  | { readonly kind: "ready"; readonly prefix: string; readonly lastFour: string };

export interface Tried {
  readonly status: number;
  readonly body: string;
  readonly durationMs: number;
  readonly line: string | null;
}

export type TryRefusal = "foreign" | "signed_out" | "no_key" | "unknown" | "away";

export const endsOf = ({ prefix, lastFour }: { prefix: string; lastFour: string }): string =>
  `${prefix}…${lastFour}`;
