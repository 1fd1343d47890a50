import type { Household } from "@/e2e/harness/household";
import { PASSWORD } from "@/e2e/harness/sign-in";
import type { ErrorCode } from "@/lib/domain-error";

/** An action of the dashboard, and what it must keep to. */
export interface ActionRow {
  readonly file: string;
  readonly name: string;
  /** Who may: an account's owners, or all of its people. */
  readonly role: "owner" | "staff";
  /** A form that goes through for whoever may, about this account's things. */
  readonly form: (of: Household) => Record<string, string>;
  /** What is answered where the form is about another account's things; absent where it names nothing of anybody's. */
  readonly foreign?: ErrorCode;
  /** The page that it is called on, where the address of that page names something. */
  readonly page?: (of: Household) => string;
}

const TEAM = "app/dashboard/team/actions.ts";
const SETTINGS = "app/dashboard/settings/actions.ts";

/** One row for each action under app/dashboard; the test fails when one is missing. */
export const ACTIONS: readonly ActionRow[] = [
  {
    file: TEAM,
    name: "invite",
    role: "owner",
    form: ({ accountId }) => ({ email: `new-${accountId}@example.com`, role: "staff" }),
  },
  {
    file: TEAM,
    name: "renewInvite",
    role: "owner",
    form: ({ invitationId }) => ({ id: invitationId }),
    foreign: "INVITATION_NOT_FOUND",
  },
  {
    file: TEAM,
    name: "revokeInvite",
    role: "owner",
    form: ({ invitationId }) => ({ id: invitationId }),
    foreign: "INVITATION_NOT_FOUND",
  },
  {
    file: TEAM,
    name: "setRole",
    role: "owner",
    form: ({ staff }) => ({ id: staff.id, role: "owner" }),
    foreign: "PERSON_NOT_FOUND",
  },
  {
    file: TEAM,
    name: "switchPerson",
    role: "owner",
    form: ({ staff }) => ({ id: staff.id, disable: "true" }),
    foreign: "PERSON_NOT_FOUND",
  },
  {
    file: SETTINGS,
    name: "saveAccount",
    role: "owner",
    form: () => ({ name: "Another name", time_zone: "Asia/Omsk" }),
  },
  {
    file: SETTINGS,
    name: "changePassword",
    role: "staff",
    form: () => ({ present_password: PASSWORD, new_password: "another one entirely" }),
  },
  { file: SETTINGS, name: "chooseTheme", role: "staff", form: () => ({ theme: "dark" }) },
];

/** A route handler of the dashboard that answers GET. */
export interface RouteRow {
  /** The address with its parameters in brackets. */
  readonly route: string;
  /** The same about this account's things. */
  readonly path: (of: Household) => string;
  /** Whether the address names something of an account's. */
  readonly isNaming: boolean;
}

/** One row for each route handler under app/dashboard; the test fails when one is missing. */
export const ROUTES: readonly RouteRow[] = [];
