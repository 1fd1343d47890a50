/** The steps to a first integration that the account's own data shows as done. */
export const MEASURED_STEPS = ["key", "quote", "order", "watch", "webhook"] as const;
export type MeasuredStep = (typeof MEASURED_STEPS)[number];

/** What there is to see of each step that is done, as an address on this site. */
export type QuickStartState = { readonly [step in MeasuredStep]: string | null };
