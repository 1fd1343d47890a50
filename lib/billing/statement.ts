import { startOfDate } from "@/lib/locale/day";
import { toLocalTime } from "@/lib/locale/local-time";
import type { ChargeType } from "@/lib/orders/charge";
import type { OrderStatus } from "@/lib/orders/order";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { divideHalfUp, type Kopecks, kopecks } from "@/lib/pricing/money";

/** The day of the next month on which a statement closes. */
const CLOSING_DAY = "03";
const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** The part of a statement that comes from the configuration. */
export interface StatementIssuer {
  /** VAT that the totals include. */
  readonly vatPercent: number | null;
  readonly legalName: string | null;
  readonly legalDetails: string | null;
}

export interface StatementPeriod {
  readonly month: string;
  readonly timeZone: string;
  readonly startsAt: Date;
  /** Exclusive. */
  readonly endsAt: Date;
}

/** A month whose statement has not been inserted; its lines are computed. */
export interface OpenPeriod extends StatementPeriod {
  /** From when on an order's end puts it into this month; null for the first month, which has all earlier ones. */
  readonly since: Date | null;
  /** Whether it is the oldest open month, which has the corrections of closed ones. */
  readonly isOldest: boolean;
}

/** The place of a line: lines are in the order of their orders' ends. */
export interface LinePosition {
  readonly endedAt: Date;
  readonly orderId: bigint;
}

export interface Statement extends StatementPeriod, StatementIssuer {
  /** Null while the month is open: its lines may still change. */
  readonly closedAt: Date | null;
  readonly lineCount: number;
  readonly total: Kopecks;
}

export interface StatementLeg {
  readonly distanceMeters: number;
  readonly cargoSize: CargoSize;
  readonly price: Kopecks;
}

/** The amounts owed for one order; a correction has those that earlier statements lack. */
export interface StatementLine extends Readonly<Record<ChargeType, Kopecks>> {
  readonly orderCode: string;
  readonly externalOrderId: string;
  readonly isCorrection: boolean;
  /** The month of the order's first line. */
  readonly corrects: string | null;
  readonly status: OrderStatus;
  readonly endedAt: Date;
  readonly price: Kopecks;
  readonly total: Kopecks;
  readonly buyout: Kopecks;
  readonly tariffId: number;
  readonly returnMeters: number | null;
  readonly legs: readonly StatementLeg[];
}

export const isMonth = (text: string): boolean => MONTH.test(text);

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

export const toMonth = (at: Date, timeZone: string): string => toLocalTime(at, timeZone).slice(0, 7);

/** A closed month before it decides where a period starts, so that a new time zone leaves no gap and no overlap. */
export function toPeriod(month: string, timeZone: string, previousEnd: Date | null): StatementPeriod {
  const startsAt = previousEnd ?? startOfDate(`${month}-01`, timeZone);
  return { month, timeZone, startsAt, endsAt: startOfDate(`${nextMonth(month)}-01`, timeZone) };
}

export function closesAt(month: string, timeZone: string): Date {
  return startOfDate(`${nextMonth(month)}-${CLOSING_DAY}`, timeZone);
}

/** The VAT included in a total, rounded half up; null without a rate. */
export function includedVat({ total, vatPercent }: Pick<Statement, "total" | "vatPercent">): Kopecks | null {
  if (vatPercent === null) return null;
  const hundredths = Math.round(vatPercent * 100);
  const amount = divideHalfUp(BigInt(Math.abs(total)) * BigInt(hundredths), BigInt(10_000 + hundredths));
  return kopecks(Math.sign(total) * amount);
}
