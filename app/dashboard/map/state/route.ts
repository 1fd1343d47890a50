import { staffRoute } from "@/app/dashboard/staff-route";
import { getAccountBoard } from "@/lib/overview/get-account-board";
import { requestMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute((staff, request) =>
  getAccountBoard(runtime(), staff.scope(requestMode(request))),
);
