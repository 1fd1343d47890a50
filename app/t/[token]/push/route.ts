import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { config } from "@/lib/config";
import { getRequestLocale } from "@/lib/process/get-request-locale";
import { subscribeRecipientPush } from "@/lib/tracking/subscribe-recipient-push";

export const POST = recipientFormRoute(({ db, clock, dispatch }, token, values, request) => {
  const { keys } = values;
  const secrets: object = typeof keys === "object" && keys !== null ? keys : {};
  const subscription = {
    ...secrets,
    endpoint: getText(values, "endpoint"),
    locale: getRequestLocale(request),
  };
  return subscribeRecipientPush({ db, clock, dispatch, policy: config().webhooks }, token, subscription);
});
