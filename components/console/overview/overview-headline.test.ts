import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { formatHeadline, overviewHeadline } from "@/components/console/overview/overview-headline";
import type { ActiveCounts } from "@/lib/console/overview/account-board";
import { LOCALES } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const QUIET: ActiveCounts = {
  open: 0,
  onTheWay: 0,
  toPickUp: 0,
  planned: 0,
  searching: 0,
  scheduled: 0,
  late: 0,
};

function say(locale: "ru" | "en", counts: Partial<ActiveCounts>): string {
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "overview.moment" });
  const { onTheWay = 0, toPickUp = 0, planned = 0, searching = 0, scheduled = 0 } = counts;
  const open = onTheWay + toPickUp + planned + searching + scheduled;
  return formatHeadline(
    overviewHeadline({ ...QUIET, open, ...counts }),
    t as Parameters<typeof formatHeadline>[1],
  );
}

describe("the overview's summary sentence", () => {
  it.each<[Partial<ActiveCounts>, ru: string, en: string]>([
    [{}, "Сейчас открытых заказов нет", "No open orders right now"],
    [{ onTheWay: 1 }, "Сейчас едет один заказ", "One order is on the way"],
    [{ onTheWay: 2 }, "Сейчас едут два заказа", "Two orders are on the way"],
    [{ onTheWay: 5 }, "Сейчас едут пять заказов", "Five orders are on the way"],
    [{ onTheWay: 10 }, "Сейчас едут десять заказов", "Ten orders are on the way"],
    [{ onTheWay: 11 }, "Сейчас едут 11 заказов", "11 orders are on the way"],
    [{ onTheWay: 21 }, "Сейчас едет 21 заказ", "21 orders are on the way"],
    [{ onTheWay: 22 }, "Сейчас едут 22 заказа", "22 orders are on the way"],
    [
      { onTheWay: 5, searching: 2, late: 1 },
      "Сейчас едут пять заказов, один опаздывает",
      "Five orders are on the way, one is late",
    ],
    [
      { onTheWay: 5, searching: 2, late: 2 },
      "Сейчас едут пять заказов, два опаздывают",
      "Five orders are on the way, two are late",
    ],
    [
      { onTheWay: 40, late: 12 },
      "Сейчас едут 40 заказов, 12 опаздывают",
      "40 orders are on the way, 12 are late",
    ],
    [
      { onTheWay: 1, late: 1 },
      "Сейчас едет один заказ, и он опаздывает",
      "One order is on the way, and it is late",
    ],
    [
      { onTheWay: 1, searching: 3, late: 1 },
      "Сейчас едет один заказ, один опаздывает",
      "One order is on the way, one is late",
    ],
    [
      { onTheWay: 2, late: 2 },
      "Сейчас едут два заказа, и оба опаздывают",
      "Two orders are on the way, both of them late",
    ],
    [
      { onTheWay: 3, late: 3 },
      "Сейчас едут три заказа, и все опаздывают",
      "Three orders are on the way, all of them late",
    ],
    [
      { toPickUp: 1, scheduled: 4 },
      "Курьер едет за одним заказом",
      "A courier is on the way to pick up one order",
    ],
    [{ toPickUp: 4 }, "Курьеры едут за четырьмя заказами", "Couriers are on the way to pick up four orders"],
    [{ toPickUp: 21 }, "Курьеры едут за 21 заказом", "Couriers are on the way to pick up 21 orders"],
    [
      { planned: 1, searching: 2 },
      "Курьер запланирован для одного заказа",
      "A courier is planned for one order",
    ],
    [
      { planned: 22, late: 2 },
      "Курьеры запланированы для 22 заказов, два опаздывают",
      "Couriers are planned for 22 orders, two are late",
    ],
    [{ searching: 1 }, "Ищем курьера для одного заказа", "Looking for a courier for one order"],
    [{ searching: 2, scheduled: 1 }, "Ищем курьеров для двух заказов", "Looking for couriers for two orders"],
    [{ searching: 31 }, "Ищем курьеров для 31 заказа", "Looking for couriers for 31 orders"],
    [
      { searching: 6, late: 6 },
      "Ищем курьеров для шести заказов, и все опаздывают",
      "Looking for couriers for six orders, all of them late",
    ],
    [{ scheduled: 1 }, "Один заказ ждёт своего времени", "One order is scheduled for later"],
    [{ scheduled: 23 }, "23 заказа ждут своего времени", "23 orders are scheduled for later"],
  ])("is correct in Russian and English for %j", (counts, ru, en) => {
    expect(say("ru", counts)).toBe(ru);
    expect(say("en", counts)).toBe(en);
  });

  it("exists for any number of orders in each language", () => {
    for (const locale of LOCALES)
      for (const state of ["onTheWay", "toPickUp", "searching", "scheduled"] as const)
        for (let count = 1; count < 130; count += 1) {
          const output = say(locale, { [state]: count, late: count });
          expect(output).not.toMatch(/[{}#]|overview/);
        }
  });
});
