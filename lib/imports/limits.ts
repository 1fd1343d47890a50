/** Limits of imported files. The page applies them to what it reads and sends; the routes enforce them. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 100;

/** In UTF-16 units. The page shortens longer cells to this length, which is a problem of the row (`checkRows`). */
export const MAX_CELL_LENGTH = 5_000;

/** Rows of one check, in one order or several. An order with more rows has too many dropoffs anyway. */
export const MAX_CHECKED_ROWS = 100;
export const MAX_CHECK_BYTES = 2 * 1024 * 1024;

/** Each row may have a place for its pickup and one for its dropoff. */
export const PLACES_PER_ROW = 2;

/** JSON values of a whole file: its cells, and ten for the places of each row. */
export const MAX_FILE_VALUES = MAX_ROWS * (MAX_COLUMNS + 20);
