/** A change that integrations can see. */
export interface ChangelogEntry {
  /** ISO date. */
  readonly date: string;
  readonly title: string;
  readonly changes: readonly string[];
}
