export interface Field {
  readonly name: string;
  /** Dot-joined from the top, `[]` for the elements of a list. Unique on its page. */
  readonly path: string;
  readonly type: string;
  readonly values: readonly string[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  readonly russian: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly byDefault: string | null;
  readonly fields: readonly Field[];
}
