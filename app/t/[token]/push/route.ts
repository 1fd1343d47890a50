import { localeOf, textIn, wordsRoute } from "@/app/t/take-words";
import { config } from "@/lib/config";
import { followByPush } from "@/lib/tracking/follow-by-push";

export const POST = wordsRoute(({ db, clock, dispatch }, token, values, request) => {
  const { keys } = values;
  const secrets: object = typeof keys === "object" && keys !== null ? keys : {};
  const told = { ...secrets, endpoint: textIn(values, "endpoint"), locale: localeOf(request) };
  return followByPush({ db, clock, dispatch, policy: config().webhooks }, token, told);
});
