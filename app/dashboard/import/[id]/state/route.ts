import { staffRoute } from "@/app/dashboard/staff-route";
import { findProgress } from "@/lib/imports/find-import";
import { runtime } from "@/lib/process/runtime";
import { requestMode } from "@/lib/web/mode";

export const GET = staffRoute<{ id: string }>((staff, request, { id }) =>
  findProgress(runtime().db, staff.scope(requestMode(request)), id),
);
