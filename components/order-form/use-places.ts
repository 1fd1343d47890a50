"use client";

import { createContext, useContext } from "react";
import type { DeliverySettings } from "@/lib/accounts/delivery-settings";
import type { Mode } from "@/lib/accounts/scope";
import type { SavedAddress } from "@/lib/addresses/address";
import type { Locale } from "@/lib/locale/locale";

/** What a form's stops need to know about places, and about the account that orders. */
export interface Places {
  readonly mode: Mode;
  readonly locale: Locale;
  /** Address of the map's style; null for the plain one. */
  readonly styleUrl: string | null;
  /** Whether addresses can be looked up. */
  readonly hasSearch: boolean;
  readonly saved: readonly SavedAddress[];
  /** What the account's settings say of stops and orders that do not say themselves. */
  readonly settings: DeliverySettings;
  /** Where the order's other stops are; null while none has a point. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
  /** The key of the stop whose map is open: one at a time, since browsers draw few. */
  readonly openMap: string | null;
  readonly setOpenMap: (key: string | null) => void;
  /** Asks for a name to save this stop under. */
  readonly keep: (key: string) => void;
}

const Shared = createContext<Places | null>(null);

export const PlacesProvider = Shared;

/** Returns the places context of a stop. */
export function usePlaces(): Places {
  const places = useContext(Shared);
  if (places === null) throw new Error("A stop stands in an order's form.");
  return places;
}
