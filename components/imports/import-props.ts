import type { Mode } from "@/lib/account-scope";
import type { RememberedColumns } from "@/lib/imports/column";
import type { Point } from "@/lib/point";

export interface ImportProps {
  readonly mode: Mode;
  readonly remembered: RememberedColumns;
  /** The shop's addresses, the usual one first. */
  readonly pickups: readonly { readonly id: string; readonly label: string }[];
  readonly styleUrl: string | null;
  readonly center: Point | null;
  /** Of the account. */
  readonly country: string;
  /** A number that can be dialed there. */
  readonly phoneExample: string;
}
