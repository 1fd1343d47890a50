/** Proposed to operators. */
export const PROPOSED_RETENTION_DAYS = 90;
