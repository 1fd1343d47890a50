export const MEASURED_STEPS = ["key", "quote", "order", "watch", "webhook"] as const;
export type MeasuredStep = (typeof MEASURED_STEPS)[number];

export type QuickStartState = { readonly [step in MeasuredStep]: string | null };
