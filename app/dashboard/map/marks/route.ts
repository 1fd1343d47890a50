import { staffRoute } from "@/app/dashboard/staff-route";
import { listOrderMarks } from "@/lib/overview/get-account-board";
import { runtime } from "@/lib/process/runtime";
import { requestMode } from "@/lib/web/mode";

export const GET = staffRoute((staff, request) =>
  listOrderMarks(runtime(), staff.scope(requestMode(request))),
);
