import * as z from "zod";
import { latitude, longitude } from "@/lib/field";

const FEWEST_LETTERS = 3;
const MOST_LETTERS = 200;

/** A search for places, as in the query of an address. */
export const placeSearch = z.object({
  q: z.string().trim().min(FEWEST_LETTERS).max(MOST_LETTERS),
  near: z
    .string()
    .transform((text) => text.split(",").map(Number))
    .pipe(z.tuple([latitude, longitude]))
    .nullable()
    .catch(null),
});
