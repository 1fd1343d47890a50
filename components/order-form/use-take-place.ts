"use client";

import { type Step, useOrderForm } from "@/components/order-form/use-order-form";
import type { AddressText } from "@/lib/geocoding/address-text";
import type { FoundPlace } from "@/lib/geocoding/place";
import {
  type AddressDraft,
  type ContactDraft,
  changeStop,
  type OrderDraft,
  type StopDraft,
  stopDraft,
} from "@/lib/orders/form/draft";
import { settleStop } from "@/lib/orders/form/draft-places";
import type { Door } from "@/lib/orders/order";
import { DOOR_FIELDS } from "@/lib/orders/stop-fields";

const DOOR_NAMES = Object.keys(DOOR_FIELDS) as (keyof typeof DOOR_FIELDS)[];

/** Returns what fills in a stop at once; whatever it replaces can be taken back. */
export function useTakePlace(stop: StopDraft, path: string) {
  const { change, changeWithUndo } = useOrderForm();
  const { area, ...rest } = stop.address;
  // A dropoff begins in the pickup's city.
  const isEmpty = Object.values(rest).every((value) => value === "");
  const fill = (step: Step, filled = `${path}.address`) =>
    isEmpty ? change(step, filled) : changeWithUndo("filled", step, filled);
  return {
    /** Takes a place that was found, with what a pasted text says besides. */
    takePlace: (place: FoundPlace, text?: AddressText, contact: Partial<ContactDraft> = {}) => {
      const { street, building } = place;
      const [latitude, longitude] = [String(place.latitude), String(place.longitude)];
      const address = { latitude, longitude, area: place.area, street, building, ...doorOf(stop, text) };
      const taken = (door: Partial<AddressDraft> = {}) => {
        const filled = { address: { ...address, ...door }, contact };
        return (now: OrderDraft) => settleStop(changeStop(now, stop.key, filled), stop.key);
      };
      const left = DOOR_NAMES.filter((name) => stop.address[name] !== "" && !(name in address));
      if (left.length === 0 || !isElsewhere(stop, place)) fill(taken());
      else {
        const cleared = Object.fromEntries(left.map((name) => [name, ""]));
        changeWithUndo("door_cleared", taken(cleared), `${path}.address`, taken());
      }
    },
    /** Takes a whole stop: a saved one, or one of an earlier order. */
    takeDoor: (door: Door) =>
      fill((now) => settleStop(changeStop(now, stop.key, stopDraft(door)), stop.key), path),
    /** Takes what a text says besides the place, and the street and building as they are typed. */
    takeText: (
      text: AddressText,
      contact: Partial<ContactDraft>,
      typed: Partial<Pick<AddressDraft, "street" | "building">> = {},
    ) =>
      change(
        (now) => changeStop(now, stop.key, { address: { ...doorOf(stop, text), ...typed }, contact }),
        `${path}.contact`,
      ),
    /** Removes the place with its door, and leaves the instructions. */
    clear: () => {
      const door = Object.fromEntries(DOOR_NAMES.map((name) => [name, ""]));
      const address = { latitude: "", longitude: "", street: "", building: "", ...door };
      changeWithUndo("cleared", (now) => changeStop(now, stop.key, { address }), `${path}.address`);
    },
  };
}

/** Whether a place is another one than the stop has: a first house number on the same street is not. */
function isElsewhere({ address: { street, building } }: StopDraft, place: FoundPlace): boolean {
  if (street === "") return false;
  return street !== place.street || (building !== "" && building !== place.building);
}

/** Returns the door details that a complete address contains; the others stay as they are. */
function doorOf({ address }: StopDraft, text: AddressText | undefined): Partial<AddressDraft> {
  if (text === undefined) return {};
  const said = [...DOOR_NAMES, "instructions" as const].filter((name) => text[name] !== "");
  return Object.fromEntries(
    said.map((name) => {
      // A pasted text is read once, and taken again with the place that is found for it.
      const isKept = name === "instructions" && !["", text.instructions].includes(address.instructions);
      return [name, isKept ? `${address.instructions}\n${text.instructions}` : text[name]];
    }),
  );
}
