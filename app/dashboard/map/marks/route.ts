import { staffRoute } from "@/app/dashboard/staff-route";
import { listOrderMarks } from "@/lib/overview/get-account-board";
import { requestMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute((staff, request) =>
  listOrderMarks(runtime(), staff.scope(requestMode(request))),
);
