import { describe, expect, it } from "vitest";
import { findRecentStops, findSavedAddresses, splitByMatch } from "@/components/orders/form/suggestions";
import { detailsFromBody, orderBody } from "@/lib/orders/schema";
import { orderBody as body } from "@/testing/api-client";

const marked = (label: string, typed: string) =>
  splitByMatch(label, typed)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

describe("a suggestion", () => {
  it.each([
    ["Киевская улица, 6/1", "киев 6", "[Киев]ская улица, [6]/1"],
    ["улица Пушкина, 26", "пушкина 26", "улица [Пушкина], [26]"],
    ["улица Марата, 30", "арат", "улица Марата, 30"],
    ["улица Марата, 30", "", "улица Марата, 30"],
    ["New Street, 3", "n ne", "[Ne]w Street, 3"],
  ])("labeled %j highlights the typed text %j", (label, typed, shown) => {
    expect(marked(label, typed)).toBe(shown);
  });

  const { pickup } = detailsFromBody(orderBody.parse(body()));
  const door = { address: { ...pickup.address, street: "Киевская улица", building: "6/1" } };
  const marina = {
    ...door,
    contact: { value: "+79161234567", name: "Марина Чеботарь", type: "phone" },
  } as const;
  const saved = [{ id: "1", name: "Склад на Марата", ...door, contact: marina.contact }];

  it.each([
    ["мар", 1],
    ["чеб кие", 1],
    ["киевская 6", 1],
    ["3456", 1],
    ["345", 0],
    ["", 1],
    ["невский", 0],
  ])("is a recent recipient for the typed text %j only if it matches", (typed, count) => {
    expect(findRecentStops([marina], typed)).toHaveLength(count);
  });

  it.each([
    ["скл", 1],
    ["на мар", 1],
    ["киевская", 1],
    ["чеботарь", 0],
  ])("is a saved address for the typed text %j only if it matches", (typed, count) => {
    expect(findSavedAddresses(saved, typed)).toHaveLength(count);
  });
});
