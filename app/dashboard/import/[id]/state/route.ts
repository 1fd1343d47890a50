import { staffRoute } from "@/app/dashboard/staff-route";
import { requestMode } from "@/lib/http/mode";
import { findProgress } from "@/lib/imports/find-import";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute<{ id: string }>("account.manage_orders", (staff, request, { id }) =>
  findProgress(runtime().db, staff.scope(requestMode(request)), id),
);
