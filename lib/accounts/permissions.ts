import type { Role } from "@/lib/db/generated/enums";

/** The roles of a person in an account, and of an operator. */
export const ROLES = {
  account: ["owner", "manager", "dispatcher", "developer", "finance", "viewer"],
  service: ["owner", "dispatcher", "support", "finance"],
} as const satisfies Record<string, readonly Role[]>;

type AccountRole = (typeof ROLES.account)[number];
type ServiceRole = (typeof ROLES.service)[number];

const ACCOUNT = {
  /** Overview, orders, map, messages, prices, the people and the settings, and what is the person's own. */
  "account.view": ["owner", "manager", "dispatcher", "developer", "finance", "viewer"],
  "account.manage_orders": ["owner", "manager", "dispatcher"],
  "account.erase_orders": ["owner", "manager"],
  "account.use_sandbox": ["owner", "manager", "dispatcher", "developer"],
  /** Reports and statements. */
  "account.view_reports": ["owner", "manager", "finance", "viewer"],
  /** API keys without their secrets, webhook endpoints, and the logs of API calls and events. */
  "account.view_integrations": ["owner", "manager", "developer", "viewer"],
  "account.manage_integrations": ["owner", "developer"],
  "account.manage_settings": ["owner", "manager"],
  "account.manage_people": ["owner", "manager"],
  "account.view_audit": ["owner", "manager"],
} as const satisfies Record<`account.${string}`, readonly AccountRole[]>;

const SERVICE = {
  /** Everything that operators read but for the audit log, and what is the operator's own. */
  "service.view": ["owner", "dispatcher", "support", "finance"],
  /** Assigns, changes and ends orders and routes, handles exceptions, and pauses zones. */
  "service.dispatch_orders": ["owner", "dispatcher"],
  "service.message_couriers": ["owner", "dispatcher", "support"],
  "service.manage_couriers": ["owner", "dispatcher"],
  /** The cash that couriers get and hand in. */
  "service.manage_cash": ["owner", "dispatcher", "finance"],
  /** Charges of orders and payments of accounts. */
  "service.manage_money": ["owner", "finance"],
  "service.change_prices": ["owner", "finance"],
  "service.manage_area": ["owner"],
  "service.manage_accounts": ["owner"],
  /** Erasure, legal holds and retention. */
  "service.manage_privacy": ["owner"],
  "service.manage_settings": ["owner"],
  "service.manage_operators": ["owner"],
  "service.view_audit": ["owner"],
} as const satisfies Record<`service.${string}`, readonly ServiceRole[]>;

export type AccountPermission = keyof typeof ACCOUNT;
export type ServicePermission = keyof typeof SERVICE;
export type Permission = AccountPermission | ServicePermission;

const PERMISSIONS: Readonly<Record<Permission, readonly Role[]>> = { ...ACCOUNT, ...SERVICE };

/** A person of an account, or an operator, whose `accountId` is null. */
export interface RoleHolder {
  readonly accountId: string | null;
  readonly roles: readonly Role[];
}

export function isServicePermission(permission: Permission): permission is ServicePermission {
  return permission in SERVICE;
}

export function hasPermission({ accountId, roles }: RoleHolder, permission: Permission): boolean {
  return (
    isServicePermission(permission) === (accountId === null) &&
    roles.some((role) => PERMISSIONS[permission].includes(role))
  );
}

/** All permissions of a person, sorted as declared. */
export function listPermissions(person: RoleHolder): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => hasPermission(person, permission));
}

/** Whether the roles permit nothing that the person's own roles do not. */
export function canGrant(person: RoleHolder, roles: readonly Role[]): boolean {
  const granted = listPermissions({ accountId: person.accountId, roles });
  return granted.every((permission) => hasPermission(person, permission));
}

export function listGrantableRoles(person: RoleHolder): Role[] {
  const known = person.accountId === null ? ROLES.service : ROLES.account;
  return known.filter((role) => canGrant(person, [role]));
}

/** Whether processes of the former release know the roles: owner, and staff, who became dispatcher and viewer. */
export function areRolesOfFormerRelease({ accountId, roles }: RoleHolder): boolean {
  const staff: readonly Role[] = ["dispatcher", "viewer"];
  return (
    roles.includes("owner") ||
    (accountId !== null && roles.length === staff.length && staff.every((role) => roles.includes(role)))
  );
}
