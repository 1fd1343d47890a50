import * as z from "zod";
import { CargoSize } from "@/lib/db/generated/enums";
import { toRubles } from "@/lib/pricing/money";
import { tariffResource, toTariffResource } from "@/lib/pricing/resource";
import { getBands, type Tariff } from "@/lib/pricing/tariff";
import { includedVat, type Statement, type StatementLine } from "@/lib/statements/statement";

export const statementResource = z
  .object({
    month: z.string().meta({ description: "Such as 2026-11." }),
    time_zone: z.string().meta({ description: "Calendar of the month." }),
    starts_at: z.iso.datetime().meta({ description: "First instant of the month." }),
    ends_at: z.iso.datetime().meta({ description: "Exclusive." }),
    closed_at: z.iso.datetime().nullable().meta({ description: "Null while the lines may still change." }),
    line_count: z.int().meta({ description: "Number of lines." }),
    total: z.number().meta({ description: "Sum of the lines in RUB, including VAT." }),
    vat_percent: z.number().nullable().meta({ description: "VAT rate; null without one." }),
    vat: z.number().nullable().meta({ description: "VAT included in the total; null without a rate." }),
    legal_name: z.string().nullable().meta({ description: "Who issues the statement." }),
    legal_details: z.string().nullable().meta({ description: "Their tax number and address." }),
  })
  .meta({ id: "Statement" });

export const statementLineResource = z
  .object({
    type: z.enum(["order", "correction"]).meta({
      description: "A correction has the amounts of an order that earlier statements lack.",
    }),
    corrects: z.string().nullable().meta({ description: "The month of the order's first line." }),
    external_order_id: z.string(),
    order_code: z.string(),
    status: z.enum(["delivered", "cancelled"]),
    ended_at: z.iso.datetime().meta({ description: "When it was delivered or cancelled." }),
    price: z.number().meta({ description: "0 for a cancelled order." }),
    cancellation: z.number().meta({ description: "Cancellation fee in RUB." }),
    waiting: z.number().meta({ description: "Waiting in RUB." }),
    return: z.number().meta({ description: "Return to the pickup in RUB." }),
    adjustment: z.number().meta({ description: "Adjustments by operators in RUB." }),
    total: z.number().meta({ description: "Amount of the line in RUB." }),
    buyout: z
      .number()
      .meta({ description: "Cash paid by the courier for the goods; not part of the total." }),
    tariff: z.int().meta({ description: "Version of the tariff, listed in `tariffs`." }),
    return_distance: z.int().nullable().meta({ description: "Meters of a charged return." }),
    legs: z
      .array(
        z.object({
          distance: z.int().meta({ description: "Meters of the leg." }),
          band: z
            .object({
              min_km: z.number().meta({ description: "Inclusive." }),
              max_km: z.number().nullable().meta({ description: "Exclusive; null on the last band only." }),
            })
            .meta({ description: "Distance band of the tariff." }),
          cargo_size: z.enum(CargoSize),
          price: z.number().meta({ description: "Price of the leg in RUB, with its cargo surcharge." }),
        }),
      )
      .meta({ description: "One element per dropoff; empty for a correction of an earlier line." }),
  })
  .meta({ id: "StatementLine" });

export const statementTariffResource = z.object({
  version: z.int().meta({ description: "Number that lines name." }),
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
