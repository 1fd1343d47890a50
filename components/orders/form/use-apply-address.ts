"use client";

import { type Step, useOrderForm } from "@/components/orders/form/use-order-form";
import type { AddressText } from "@/lib/city/geocoding/address-grammar";
import type { AddressMatch } from "@/lib/city/geocoding/address-match";
import {
  type AddressDraft,
  type ContactDraft,
  changeStop,
  type OrderDraft,
  type StopDraft,
  stopDraft,
} from "@/lib/orders/form/draft";
import { confirmPin } from "@/lib/orders/form/draft-places";
import type { Stop } from "@/lib/orders/order";
import { DOOR_FIELDS, fieldNames } from "@/lib/orders/stop-fields";

export const DOOR_NAMES = fieldNames(DOOR_FIELDS);

export function useApplyAddress(stop: StopDraft, path: string) {
  const { change, changeWithUndo } = useOrderForm();
  const { area, ...rest } = stop.address;
  // The area is ignored, because a new dropoff starts with the pickup's city.
  const isEmpty = Object.values(rest).every((value) => value === "");
  const fill = (step: Step, filled = `${path}.address`) =>
    isEmpty ? change(step, filled) : changeWithUndo("filled", step, filled);
  return {
    takePlace: (place: AddressMatch, text?: AddressText, contact: Partial<ContactDraft> = {}) => {
      const { street, building } = place;
      const [latitude, longitude] = [String(place.latitude), String(place.longitude)];
      const address = { latitude, longitude, area: place.area, street, building, ...getDoor(stop, text) };
      const taken = (door: Partial<AddressDraft> = {}) => {
        const filled = { address: { ...address, ...door }, contact };
        return (now: OrderDraft) => confirmPin(changeStop(now, stop.key, filled), stop.key);
      };
      const left = DOOR_NAMES.filter((name) => stop.address[name] !== "" && !(name in address));
      if (left.length === 0 || !isElsewhere(stop, place)) fill(taken());
      else {
        const cleared = Object.fromEntries(left.map((name) => [name, ""]));
        changeWithUndo("door_cleared", taken(cleared), `${path}.address`, taken());
      }
    },
    takeDoor: (door: Stop) =>
      fill((now) => confirmPin(changeStop(now, stop.key, stopDraft(door)), stop.key), path),
    takeText: (
      text: AddressText,
      contact: Partial<ContactDraft>,
      typed: Partial<Pick<AddressDraft, "street" | "building">> = {},
    ) =>
      change(
        (now) => changeStop(now, stop.key, { address: { ...getDoor(stop, text), ...typed }, contact }),
        `${path}.contact`,
      ),
    clear: () => {
      const door = Object.fromEntries(DOOR_NAMES.map((name) => [name, ""]));
      const address = { latitude: "", longitude: "", street: "", building: "", ...door };
      changeWithUndo("cleared", (now) => changeStop(now, stop.key, { address }), `${path}.address`);
    },
  };
}

/** The first house number added to a street does not make it a different place. */
function isElsewhere({ address: { street, building } }: StopDraft, place: AddressMatch): boolean {
  if (street === "") return false;
  return street !== place.street || (building !== "" && building !== place.building);
}

function getDoor({ address }: StopDraft, text: AddressText | undefined): Partial<AddressDraft> {
  if (text === undefined) return {};
  const names = [...DOOR_NAMES, "instructions" as const].filter((name) => text[name] !== "");
  return Object.fromEntries(
    names.map((name) => {
      // The same pasted text is applied again once its place is found, so it is not appended twice.
      const isKept = name === "instructions" && !["", text.instructions].includes(address.instructions);
      return [name, isKept ? `${address.instructions}\n${text.instructions}` : text[name]];
    }),
  );
}
