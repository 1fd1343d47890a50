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

export interface PastedAddress {
  readonly key: string;
  readonly text: string;
}

export interface Places {
  readonly mode: Mode;
  readonly shop: ShopIdentity;
  readonly hasSearch: boolean;
  readonly saved: readonly SavedAddress[];
  readonly recent: readonly Door[];
  readonly usual: Door | null;
  readonly settings: DeliverySettings;
  readonly phoneCountry: string;
  readonly countries: readonly PhoneCountry[];
  /** The first known point; null while no stop has one. */
  readonly near: Point | null;
  readonly placing: string | null;
  readonly setPlacing: (key: string | null) => void;
  readonly pick: (key: string, point: Point) => void;
  readonly activeStop: string | null;
  readonly setActive: (key: string) => void;
  readonly offered: Readonly<Record<string, FoundPlace>>;
  readonly dismiss: (key: string) => void;
  readonly pasted: PastedAddress | null;
  readonly keep: (key: string) => void;
}

const Shared = createContext<Places | null>(null);

export const PlacesProvider = Shared;

export function usePlaces(): Places {
  const places = useContext(Shared);
  if (places === null) throw new Error("A stop stands in an order's form.");
  return places;
}
