import * as z from "zod";
import { config } from "@/lib/config";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { subscribeCourier } from "@/lib/notify/subscribe";

export const POST = (request: Request) =>
  handleCourierAction(request, z.unknown(), ({ db, clock }, courier, subscription) =>
    subscribeCourier({ db, clock, policy: config().webhooks }, courier.id, subscription),
  );
