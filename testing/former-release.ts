/** The newest release, whose processes run beside this version's during an upgrade. */
export const FORMER_RELEASE = { commit: "8b125468", lastMigration: "20261124182048_order_version" };
