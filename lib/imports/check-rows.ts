import { setImmediate as nextTurn } from "node:timers/promises";
import type { AccountScope } from "@/lib/account-scope";
import { isExact, type PlaceQuery } from "@/lib/city/geocoding/address-match";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import type { Context } from "@/lib/context";
import type { Columns } from "@/lib/imports/column";
import { findPlaces } from "@/lib/imports/find-places";
import { MAX_CELL_LENGTH } from "@/lib/imports/limits";
import { IMPORT_CONCURRENCY, mapConcurrently } from "@/lib/imports/map-concurrently";
import { type RowValues, type Side, toSearchText, toValues } from "@/lib/imports/rows";
import {
  type AddressChoices,
  type CellProblem,
  type FoundAddress,
  type FoundAddresses,
  findRowProblems,
  type ImportSettings,
  toBody,
  toCell,
} from "@/lib/imports/to-body";
import { draftProblems } from "@/lib/orders/form/draft-problems";
import { type Bounds, findTripQuestion, type TripQuestion } from "@/lib/orders/form/trip-question";
import { judgeOrder } from "@/lib/orders/judge-order";
import { listExistingIds } from "@/lib/orders/list/list-existing-ids";
import { type Kopecks, toRubles } from "@/lib/pricing/money";

export interface ImportInput {
  readonly columns: Columns;
  /** The cells of each row of each order. */
  readonly groups: readonly (readonly (readonly string[])[])[];
  /** Places that the user has confirmed, or that were found before. */
  readonly places: FoundAddresses;
}

export interface CheckedGroup {
  /** RUB; null unless the order can be created. */
  readonly price: number | null;
  readonly problems: readonly CellProblem[];
  /** What the user must confirm before the order is sent. */
  readonly question: Omit<TripQuestion, "key"> | null;
}

export interface CheckedRows {
  readonly groups: readonly CheckedGroup[];
  /** The places that were searched for now. */
  readonly places: FoundAddresses;
  /** The places of those that are ambiguous. */
  readonly choices: AddressChoices;
}

export interface CheckTerms extends ImportSettings {
  readonly geocoder: Geocoder | null;
  readonly language: PlaceQuery["language"];
  /** Of the served city. */
  readonly bounds: Bounds | null;
}

/** Checks each order by the rules of POST /orders; writes nothing. @throws DomainError SERVICE_OVERLOADED */
export async function checkRows(
  context: Context,
  scope: AccountScope,
  { columns, groups, places: known }: ImportInput,
  terms: CheckTerms,
): Promise<CheckedRows> {
  const orders = groups.map((rows) => rows.map((cells) => toValues(columns, cells)));
  const texts = orders.flat().flatMap((values) => SIDES.map((side) => toSearchText(values, side)));
  const newTexts = texts.filter((text) => text !== "" && !Object.hasOwn(known, text));
  const { geocoder, language, pickup } = terms;
  const near = pickup === null ? null : pickup.address;
  const found =
    geocoder === null
      ? { places: {}, choices: {} }
      : await findPlaces(geocoder, newTexts, { language, near });
  const places = { ...known, ...found.places };
  const bodies: Record<string, unknown>[] = [];
  for (const rows of orders) {
    // Other requests run between the orders of a check.
    await nextTurn();
    bodies.push(toBody(rows, terms, places));
  }
  const existing = await listExistingIds(
    context.db,
    scope,
    bodies.map((body) => String(body.external_order_id)),
  );
  const checked = await mapConcurrently(
    orders,
    IMPORT_CONCURRENCY,
    async (rows, index): Promise<CheckedGroup> => {
      const body = bodies[index] ?? {};
      if (existing.has(String(body.external_order_id))) {
        return { price: null, problems: toRepeatProblems(rows), question: null };
      }
      const problems = [
        ...findLongCells(columns, groups[index] ?? []),
        ...findRowProblems(rows, terms.phoneCountry),
        ...findPlaceProblems(rows, places),
      ];
      const judged = await judge(context, scope, body, rows, terms.bounds);
      const all = withoutRepeats([...problems, ...judged.problems]);
      return {
        price: all.length > 0 || judged.price === null ? null : toRubles(judged.price),
        problems: all,
        question: all.length > 0 ? null : judged.question,
      };
    },
  );
  return { groups: checked, ...found };
}

const SIDES: readonly Side[] = ["", "pickup_"];

/** Cells that the page has shortened. */
function findLongCells(columns: Columns, rows: readonly (readonly string[])[]): CellProblem[] {
  return rows.flatMap((cells, row) =>
    columns.flatMap((field, index) =>
      field === null || (cells[index] ?? "").length < MAX_CELL_LENGTH
        ? []
        : [{ row, field: field === "last_name" ? "name" : field, code: "too_long" }],
    ),
  );
}

/** Addresses that the search has not found, has only estimated, or has found in several places. */
function findPlaceProblems(rows: readonly RowValues[], places: FoundAddresses): CellProblem[] {
  return rows.flatMap((values, row) =>
    SIDES.flatMap((side) => {
      const text = toSearchText(values, side);
      const place = places[text];
      if (text === "" || (place !== undefined && isExact(place))) return [];
      const field = values[`${side}street`] === undefined ? `${side}address` : `${side}street`;
      return [
        {
          row,
          field: field as CellProblem["field"],
          code: toPlaceCode(place),
        },
      ];
    }),
  );
}

function toPlaceCode(place: FoundAddress | undefined): string {
  if (place === undefined) return "not_found";
  return place.isAmbiguous ? "ambiguous" : "approximate";
}

const toRepeatProblems = (rows: readonly RowValues[]): CellProblem[] =>
  rows.map((_, row) => ({ row, field: "order_id", code: "exists" }));

async function judge(
  context: Context,
  scope: AccountScope,
  body: object,
  rows: readonly RowValues[],
  bounds: Bounds | null,
): Promise<{ price: Kopecks | null; problems: CellProblem[]; question: CheckedGroup["question"] }> {
  const judged = await judgeOrder(context, scope, body);
  if (judged.type === "earlier") return { price: null, problems: toRepeatProblems(rows), question: null };
  if (judged.type === "invalid") {
    const problems = draftProblems(judged.issues, body).map(({ field, code }) => ({
      ...toCell(field, rows),
      code: toImportCode(field, code),
    }));
    return { price: null, problems, question: null };
  }
  const found = findTripQuestion(judged.input, judged.unusual, bounds);
  const question = found && { kind: found.kind, meters: found.meters, isSwapped: found.isSwapped };
  return { price: judged.trip.price, problems: [], question };
}

/** Codes whose text says what a cell can contain. */
function toImportCode(path: string, code: string): string {
  if (path === "dropoffs") return "too_many_dropoffs";
  const name = path.split(".").at(-1) ?? "";
  return code === "characters" && (name === "cargo_size" || name === "payment_type") ? name : code;
}

/** The first problem of each cell. */
function withoutRepeats(problems: readonly CellProblem[]): CellProblem[] {
  const first = new Map<string, CellProblem>();
  for (const problem of problems) {
    const key = `${problem.row} ${problem.field}`;
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}
