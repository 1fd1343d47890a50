"use client";

import { createContext, useContext, useRef, useState } from "react";
import { findPlaceAt } from "@/components/orders/form/use-address-search";
import type { FormStore } from "@/components/orders/form/use-order-form";
import type { Mode } from "@/lib/account-scope";
import type { DeliverySettings } from "@/lib/accounts/delivery-settings";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { AddressMatch } from "@/lib/city/geocoding/address-match";
import type { PhoneCountry } from "@/lib/list-phone-countries";
import { changeStop, type OrderDraft, PICKUP_KEY, parsePoint } from "@/lib/orders/form/draft";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";
import { confirmPin } from "@/lib/orders/form/draft-places";
import type { Stop } from "@/lib/orders/order";
import type { SavedAddress } from "@/lib/orders/saved-addresses/address";
import type { Point } from "@/lib/point";

export interface AddressLookup extends MapPicking {
  readonly mode: Mode;
  readonly shop: ShopBranding;
  readonly hasSearch: boolean;
  readonly saved: readonly SavedAddress[];
  readonly recent: readonly Stop[];
  readonly usual: Stop | null;
  readonly settings: DeliverySettings;
  readonly phoneCountry: string;
  readonly countries: readonly PhoneCountry[];
  /** The first known point; null while no stop has one. */
  readonly near: Point | null;
  readonly pasted: { readonly key: string; readonly text: string } | null;
  readonly keep: (key: string) => void;
}

type MapPicking = ReturnType<typeof useMapPicking>["places"];

export const AddressLookupProvider = createContext<AddressLookup | null>(null);

export function useAddressLookup(): AddressLookup {
  const places = useContext(AddressLookupProvider);
  if (places === null) throw new Error("A stop stands in an order's form.");
  return places;
}

export function useMapPicking({ draft, change }: FormStore, hasSearch: boolean) {
  const [activeStop, setActive] = useState<string | null>(null);
  const [placing, setPlacing] = useState<string | null>(null);
  const [offered, setOffered] = useState<Readonly<Record<string, AddressMatch>>>({});
  const newest = useRef<Record<string, string>>({});
  const dismiss = (key: string) =>
    setOffered((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== key)));
  const pick = async (key: string, point: Point) => {
    const path = buildPath(draft, key);
    if (path === null) return;
    const address = { latitude: String(point.latitude), longitude: String(point.longitude) };
    change((now) => changeStop(now, key, { address }), `${path}.address`);
    setPlacing(null);
    setActive(key);
    dismiss(key);
    if (!hasSearch) return;
    newest.current[key] = JSON.stringify(point);
    const found = await findPlaceAt(point);
    // The latest pick wins, whichever response arrives first.
    if (found === null || newest.current[key] !== JSON.stringify(point)) return;
    const place = { ...found, ...point };
    if (formatStopAddress(getStop(draft, key)) !== "")
      return setOffered((before) => ({ ...before, [key]: place }));
    const { area, street, building } = place;
    change((now) => confirmPin(changeStop(now, key, { address: { area, street, building } }), key));
  };
  const active = activeStop === null ? null : getStop(draft, activeStop);
  return {
    places: { activeStop, setActive, placing, setPlacing, pick, offered, dismiss },
    /** The stop that waits for a click on the map, or the current stop while it has no point. */
    target: placing ?? (active !== null && parsePoint(active) === null ? active.key : null),
  };
}

const getStop = (draft: OrderDraft, key: string) =>
  draft.dropoffs.find((stop) => stop.key === key) ?? draft.pickup;

function buildPath(draft: OrderDraft, key: string): string | null {
  if (key === PICKUP_KEY) return PICKUP_KEY;
  const index = draft.dropoffs.findIndex((stop) => stop.key === key);
  return index < 0 ? null : `dropoffs.${index}`;
}
