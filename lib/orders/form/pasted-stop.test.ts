import { describe, expect, it } from "vitest";
import { readPastedStop } from "@/lib/orders/form/pasted-stop";

const EMPTY = {
  query: "",
  apartment: "",
  entrance: "",
  floor: "",
  intercom: "",
  instructions: "",
  phone: "",
  name: "",
};

describe("a pasted stop", () => {
  it.each<[string, Partial<typeof EMPTY>]>([
    [
      "Марина Чеботарь, +7 916 123-45-67, Киевская 6/1, кв. 14, подъезд 2, этаж 3, домофон 14К",
      {
        name: "Марина Чеботарь",
        phone: "+7 916 123-45-67",
        query: "Киевская 6/1",
        apartment: "14",
        entrance: "2",
        floor: "3",
        intercom: "14К",
      },
    ],
    [
      "ул. Киевская 6/1\nкв 14\nМарина\n89161234567",
      { name: "Марина", phone: "89161234567", query: "ул. Киевская 6/1", apartment: "14" },
    ],
    [
      "Кишинёв, ул. Пушкина 26, кв. 7. Тел: +373 60 555 100, получатель Иван Петров",
      { name: "Иван Петров", phone: "+373 60 555 100", query: "Кишинёв, ул. Пушкина 26", apartment: "7" },
    ],
    [
      "22 Pushkin St, apt 14, entrance 2, floor 3, intercom 14K, Anna Smith, +44 7911 123456",
      {
        name: "Anna Smith",
        phone: "+44 7911 123456",
        query: "22 Pushkin St",
        apartment: "14",
        entrance: "2",
        floor: "3",
        intercom: "14K",
      },
    ],
    [
      "Recipient: John O’Neil\nPhone: (495) 123-45-67\n10 Garden Road\nflat 3\nring twice",
      {
        name: "John O’Neil",
        phone: "(495) 123-45-67",
        query: "10 Garden Road",
        apartment: "3",
        instructions: "ring twice",
      },
    ],
    ["Невский проспект 28", { query: "Невский проспект 28" }],
    ["Невский проспект, 28", { query: "Невский проспект, 28" }],
    ["Санкт-Петербург, Марата 30", { query: "Санкт-Петербург, Марата 30" }],
    ["190000, Санкт-Петербург, Марата 30", { query: "190000, Санкт-Петербург, Марата 30" }],
    ["Киевская 6, 4 подъезд, 2 этаж", { query: "Киевская 6", entrance: "4", floor: "2" }],
    ["8 (916) 123-45-67", { phone: "8 (916) 123-45-67" }],
    ["", {}],
  ])("is split into its fields from %j", (text, parts) => {
    expect(readPastedStop(text)).toEqual({ ...EMPTY, ...parts });
  });
});
