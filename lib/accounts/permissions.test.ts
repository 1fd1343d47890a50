import { describe, expect, it } from "vitest";
import {
  areRolesOfFormerRelease,
  canGrant,
  hasPermission,
  listGrantableRoles,
  listPermissions,
  ROLES,
} from "@/lib/accounts/permissions";
import type { Role } from "@/lib/db/generated/enums";

// Written a second time, so that no role gets a permission by a slip in the table.
const ACCOUNT: Readonly<Record<(typeof ROLES.account)[number], string>> = {
  owner:
    "view manage_orders erase_orders use_sandbox view_reports view_integrations manage_integrations manage_settings manage_people view_audit",
  manager:
    "view manage_orders erase_orders use_sandbox view_reports view_integrations manage_settings manage_people view_audit",
  dispatcher: "view manage_orders use_sandbox",
  developer: "view use_sandbox view_integrations manage_integrations",
  finance: "view view_reports",
  viewer: "view view_reports view_integrations",
};
const SERVICE: Readonly<Record<(typeof ROLES.service)[number], string>> = {
  owner:
    "view dispatch_orders message_couriers manage_couriers manage_cash manage_money change_prices manage_area manage_accounts manage_privacy manage_settings manage_operators view_audit",
  dispatcher: "view dispatch_orders message_couriers manage_couriers manage_cash",
  support: "view message_couriers",
  finance: "view manage_cash manage_money change_prices",
};

const inAccount = (...roles: Role[]) => ({ accountId: "17", roles });
const inService = (...roles: Role[]) => ({ accountId: null, roles });

describe("a role", () => {
  it.each(ROLES.account)("%s of an account permits exactly what it should", (role) => {
    const expected = ACCOUNT[role].split(" ").map((name) => `account.${name}`);
    expect(listPermissions(inAccount(role))).toEqual(expected);
  });

  it.each(ROLES.service)("%s of the service permits exactly what it should", (role) => {
    const expected = SERVICE[role].split(" ").map((name) => `service.${name}`);
    expect(listPermissions(inService(role))).toEqual(expected);
  });

  it("permits nothing of the other audience, whatever its name", () => {
    expect(listPermissions(inAccount("support"))).toEqual([]);
    expect(listPermissions(inService("manager", "developer", "viewer"))).toEqual([]);
    expect(hasPermission(inAccount("owner"), "service.view")).toBe(false);
    expect(hasPermission(inService("owner"), "account.view")).toBe(false);
  });

  it("adds its permissions to those of the person's other roles", () => {
    const person = inAccount("finance", "developer");
    expect(hasPermission(person, "account.view_reports")).toBe(true);
    expect(hasPermission(person, "account.manage_integrations")).toBe(true);
    expect(hasPermission(person, "account.manage_orders")).toBe(false);
  });

  it("is granted only by those whose own roles permit as much", () => {
    expect(listGrantableRoles(inAccount("owner"))).toEqual(ROLES.account);
    expect(listGrantableRoles(inAccount("manager"))).toEqual(["manager", "dispatcher", "finance", "viewer"]);
    expect(listGrantableRoles(inService("owner"))).toEqual(ROLES.service);
    expect(listGrantableRoles(inService("dispatcher"))).toEqual(["dispatcher", "support"]);
    expect(canGrant(inAccount("manager", "developer"), ["developer", "viewer"])).toBe(true);
    expect(canGrant(inAccount("manager"), ["viewer", "owner"])).toBe(false);
  });

  it("is known to processes of the former release if they treat the person as the roles do", () => {
    for (const person of [inAccount("owner"), inAccount("viewer", "dispatcher"), inService("owner")]) {
      expect(areRolesOfFormerRelease(person)).toBe(true);
    }
    for (const person of [inAccount("viewer"), inAccount("dispatcher"), inService("dispatcher")]) {
      expect(areRolesOfFormerRelease(person)).toBe(false);
    }
  });
});
