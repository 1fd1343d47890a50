import * as z from "zod";
import { includedVat, type Statement, type StatementLine } from "@/lib/billing/statement";
import { CargoSize } from "@/lib/db/generated/enums";
import { toRubles } from "@/lib/pricing/money";
import { tariffResource, toTariffResource } from "@/lib/pricing/resource";
import { getBands, type Tariff } from "@/lib/pricing/tariff";

export const statementResource = z
  .object({
    month: z.string().meta({ description: "Such as 2026-11.", russian: "Например, 2026-11." }),
    time_zone: z
      .string()
      .meta({ description: "Calendar of the month.", russian: "По этому часовому поясу считается месяц." }),
    starts_at: z.iso
      .datetime()
      .meta({ description: "First instant of the month.", russian: "Первый миг месяца." }),
    ends_at: z.iso.datetime().meta({ description: "Exclusive.", russian: "Не включительно." }),
    closed_at: z.iso.datetime().nullable().meta({
      description: "Null while the lines may still change.",
      russian: "null, пока строки ещё могут измениться.",
    }),
    line_count: z.int().meta({ description: "Number of lines.", russian: "Сколько строк." }),
    total: z.number().meta({
      description: "Sum of the lines in RUB, including VAT.",
      russian: "Сумма строк в рублях, с НДС.",
    }),
    vat_percent: z
      .number()
      .nullable()
      .meta({ description: "VAT rate; null without one.", russian: "Ставка НДС; null, если не задана." }),
    vat: z.number().nullable().meta({
      description: "VAT included in the total; null without a rate.",
      russian: "НДС в составе суммы; null, если ставка не задана.",
    }),
    legal_name: z
      .string()
      .nullable()
      .meta({ description: "Who issues the statement.", russian: "Кто выставляет счёт." }),
    legal_details: z
      .string()
      .nullable()
      .meta({ description: "Their tax number and address.", russian: "ИНН и адрес." }),
  })
  .meta({ id: "Statement" });

export const statementLineResource = z
  .object({
    type: z.enum(["order", "correction"]).meta({
      description: "A correction has the amounts of an order that earlier statements lack.",
      russian: "Исправление содержит то, чего не хватает по заказу в прежних счетах.",
    }),
    corrects: z.string().nullable().meta({
      description: "The month of the order's first line.",
      russian: "Месяц первой строки этого заказа.",
    }),
    external_order_id: z.string(),
    order_code: z.string(),
    status: z.enum(["delivered", "cancelled"]),
    ended_at: z.iso.datetime().meta({
      description: "When it was delivered or cancelled.",
      russian: "Когда заказ доставлен или отменён.",
    }),
    price: z.number().meta({ description: "0 for a cancelled order.", russian: "0 у отменённого заказа." }),
    cancellation: z
      .number()
      .meta({ description: "Cancellation fee in RUB.", russian: "Плата за отмену в рублях." }),
    waiting: z.number().meta({ description: "Waiting in RUB.", russian: "Ожидание в рублях." }),
    return: z
      .number()
      .meta({ description: "Return to the pickup in RUB.", russian: "Возврат отправителю в рублях." }),
    adjustment: z.number().meta({
      description: "Adjustments by operators in RUB.",
      russian: "Изменения суммы диспетчерами в рублях.",
    }),
    total: z.number().meta({
      description: "Amount of the line in RUB.",
      russian: "Сколько строка добавляет к счёту, в рублях.",
    }),
    buyout: z.number().meta({
      description: "Cash paid by the courier for the goods; not part of the total.",
      russian: "Наличные, которые курьер заплатил за товар; в сумму не входят.",
    }),
    tariff: z.int().meta({
      description: "Version of the tariff, listed in `tariffs`.",
      russian: "Версия тарифа из `tariffs`.",
    }),
    return_distance: z
      .int()
      .nullable()
      .meta({ description: "Meters of a charged return.", russian: "Метры оплаченного возврата." }),
    legs: z
      .array(
        z.object({
          distance: z.int().meta({ description: "Meters of the leg.", russian: "Метры отрезка." }),
          band: z
            .object({
              min_km: z.number().meta({ description: "Inclusive.", russian: "Включительно." }),
              max_km: z.number().nullable().meta({
                description: "Exclusive; null on the last band only.",
                russian: "Не включая; null только у последней полосы.",
              }),
            })
            .meta({ description: "Distance band of the tariff.", russian: "Ступень тарифа по расстоянию." }),
          cargo_size: z.enum(CargoSize),
          price: z.number().meta({
            description: "Price of the leg in RUB, with its cargo surcharge.",
            russian: "Цена отрезка в рублях с надбавкой за размер.",
          }),
        }),
      )
      .meta({
        description: "One element per dropoff; empty for a correction of an earlier line.",
        russian: "По одному на точку; у исправления прежней строки пусто.",
      }),
  })
  .meta({ id: "StatementLine" });

export const statementTariffResource = z.object({
  version: z.int().meta({ description: "Number that lines name.", russian: "Номер, указанный в строках." }),
  tariff: tariffResource,
});

export function toStatementResource(statement: Statement): z.infer<typeof statementResource> {
  const vat = includedVat(statement);
  return {
    month: statement.month,
    time_zone: statement.timeZone,
    starts_at: statement.startsAt.toISOString(),
    ends_at: statement.endsAt.toISOString(),
    closed_at: statement.closedAt?.toISOString() ?? null,
    line_count: statement.lineCount,
    total: toRubles(statement.total),
    vat_percent: statement.vatPercent,
    vat: vat === null ? null : toRubles(vat),
    legal_name: statement.legalName,
    legal_details: statement.legalDetails,
  };
}

/** @throws Error if the tariff was not read */
export function getBand(tariff: Tariff | undefined, meters: number) {
  const bands = tariff === undefined ? [] : getBands(tariff);
  const band = bands.find(({ maxMeters }) => maxMeters === null || meters < maxMeters);
  if (band === undefined) throw new Error("a line's tariff is missing");
  const { minMeters, maxMeters } = band;
  return { min_km: minMeters / 1000, max_km: maxMeters === null ? null : maxMeters / 1000 };
}

export function toLineResource(
  line: StatementLine,
  tariffs: ReadonlyMap<number, Tariff>,
): z.infer<typeof statementLineResource> {
  return {
    type: line.isCorrection ? "correction" : "order",
    corrects: line.corrects,
    external_order_id: line.externalOrderId,
    order_code: line.orderCode,
    status: line.status === "delivered" ? "delivered" : "cancelled",
    ended_at: line.endedAt.toISOString(),
    price: toRubles(line.price),
    cancellation: toRubles(line.cancellation),
    waiting: toRubles(line.waiting),
    return: toRubles(line.return),
    adjustment: toRubles(line.adjustment),
    total: toRubles(line.total),
    buyout: toRubles(line.buyout),
    tariff: line.tariffId,
    return_distance: line.returnMeters,
    legs: line.legs.map(({ distanceMeters, cargoSize, price }) => ({
      distance: distanceMeters,
      band: getBand(tariffs.get(line.tariffId), distanceMeters),
      cargo_size: cargoSize,
      price: toRubles(price),
    })),
  };
}

export const toTariffVersions = (tariffs: ReadonlyMap<number, Tariff>) =>
  [...tariffs].map(([version, tariff]) => ({ version, tariff: toTariffResource(tariff) }));
