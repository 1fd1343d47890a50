"use client";

import { createContext, useContext } from "react";
import type { DeliverySettings } from "@/lib/accounts/delivery-settings";
import type { Mode } from "@/lib/accounts/scope";
import type { ShopIdentity } from "@/lib/accounts/shop-identity";
import type { SavedAddress } from "@/lib/addresses/address";
import type { FoundPlace } from "@/lib/geocoding/place";
import type { Door } from "@/lib/orders/order";
import type { PhoneCountry } from "@/lib/phone-countries";
import type { Point } from "@/lib/routing/geo";

/** A text that was pasted as a whole stop, for the address field of one. */
export interface PastedAddress {
  readonly key: string;
  readonly text: string;
}

/** What a form's stops need to know about places, and about the account that orders. */
export interface Places {
  readonly mode: Mode;
  readonly shop: ShopIdentity;
  /** Whether addresses can be looked up. */
  readonly hasSearch: boolean;
  readonly saved: readonly SavedAddress[];
  /** Whom the newest orders went to. */
  readonly recent: readonly Door[];
  /** Where the newest order was picked up. */
  readonly usual: Door | null;
  /** What the account's settings say of stops and orders that do not say themselves. */
  readonly settings: DeliverySettings;
  /** The account's country, to which phone numbers without a country code belong. */
  readonly phoneCountry: string;
  readonly countries: readonly PhoneCountry[];
  /** Where the order's other stops are; null while none has a point. */
  readonly near: Point | null;
  /** The key of the stop whose point a click on the map sets. */
  readonly placing: string | null;
  readonly setPlacing: (key: string | null) => void;
  /** Sets the point of a stop, and looks up the address there. */
  readonly pick: (key: string, point: Point) => void;
  /** The key of the stop that was filled in last. */
  readonly activeStop: string | null;
  /** Tells which stop is being filled in. */
  readonly setActive: (key: string) => void;
  /** Addresses at points that were picked on the map, by stop. */
  readonly offered: Readonly<Record<string, FoundPlace>>;
  readonly dismiss: (key: string) => void;
  readonly pasted: PastedAddress | null;
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
