import { describe, expect, it } from "vitest";
import { parseSearch, phoneKey, streetKey } from "@/lib/orders/search";

describe("a search", () => {
  it.each([
    ["улица Марата", "30", "марата 30"],
    ["ул. Марата,", "30", "марата 30"],
    ["МАРАТА", "30", "марата 30"],
    ["Невский пр-т", "28/2", "невский 28/2"],
    ["Большой проспект П. С.", "45", "большой п с 45"],
    ["6-я линия В. О.", "15", "6-я линия в о 15"],
    ["наб. реки Фонтанки", "5", "фонтанки 5"],
    ["набережная канала Грибоедова", "д. 7", "грибоедова 7"],
    ["Ёлочная ул.", "1к2", "елочная 1к2"],
    ["Baker Street", "221B", "baker 221b"],
  ])("%s %s is found as %s", (street, building, key) => {
    expect(streetKey(street, building)).toBe(key);
  });

  it.each(["+79161234567", "8 (916) 123-45-67", "9161234567"])("%s is one number", (value) => {
    expect(phoneKey(value)).toBe("7654321619");
  });

  it("the end of a number is the beginning of its key", () => {
    const found = parseSearch("45-67");
    expect(phoneKey("+79161234567").startsWith(found?.phone ?? "none")).toBe(true);
  });

  it.each([
    "+7 916 123-45-67",
    "8 (916) 123 45 67",
    "(916) 123.45.67",
    "+7\u00a0916\u00a0123\u201345\u201367",
  ])("%s is read as that number", (typed) => {
    expect(parseSearch(typed)?.phone).toBe("7654321619");
  });

  it("a key is cut between characters, never inside one", () => {
    const key = streetKey(`${"а".repeat(99)}𠮷𠮷`);
    expect([[...key].length, key.isWellFormed()]).toEqual([100, true]);
  });

  it("a text may have several meanings", () => {
    expect(parseSearch(" 7kq2 m4xr ")).toEqual({
      externalOrderId: "7kq2 m4xr",
      orderCode: "7KQ2-M4XR",
      phone: null,
      street: "7kq2 m4xr",
    });
    expect(parseSearch("1042")).toEqual({
      externalOrderId: "1042",
      orderCode: null,
      phone: "2401",
      street: null,
    });
    expect(parseSearch("невский 28")).toMatchObject({ phone: null, street: "невский 28" });
  });

  it("an empty text finds nothing", () => {
    expect(parseSearch("  ")).toBeNull();
  });
});
