"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Permission } from "@/lib/accounts/permissions";

const PermissionsContext = createContext<readonly Permission[] | null>(null);

export const PermissionsProvider = PermissionsContext.Provider;

/** Whether to offer what needs a permission; the server checks it again. Everything is offered outside a provider. */
export function usePermissions(): (permission: Permission | undefined) => boolean {
  const permissions = useContext(PermissionsContext);
  return (permission) => permissions === null || permission === undefined || permissions.includes(permission);
}

/** Shows its children to users with the permission. */
export function Permitted({ needs, children }: { needs: Permission; children: ReactNode }) {
  return usePermissions()(needs) ? children : null;
}
