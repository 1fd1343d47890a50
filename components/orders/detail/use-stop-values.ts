import { useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import {
  listStopValues,
  type StopValue,
  type StopValueOptions,
  type StopValues,
} from "@/components/tracking/stop-values";
import type { Audience, StopFields } from "@/lib/orders/stop-fields";

export function useStopValues<Fields extends StopFields, Who extends Audience>(
  fields: Fields,
  who: Who,
  values: StopValues<Fields, Who> | null,
  options?: StopValueOptions<Fields>,
): StopValue<keyof Fields & string>[] {
  const words = { t: useTranslations("stop"), formatRubles: useRubles() };
  return values === null ? [] : listStopValues(fields, who, values, words, options);
}
