"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { AreaMap } from "@/components/console/area-map";
import type { DrawingTool } from "@/components/map/shape-drawing";
import type { ZoneMapProps } from "@/components/map/zone-map";
import { ActionForm, SubmitButton, TextAreaField, TextField, useField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { CARD, INPUT, SECONDARY } from "@/components/ui/styles";
import { WEEKDAYS, type Weekday } from "@/lib/service-area/opening-hours";
import type { Polygon } from "@/lib/service-area/polygon";
import { buildShape, readShape, type ShapeProblem } from "@/lib/service-area/shape";

/** Hours are empty on a closed day. The shape is GeoJSON. */
export interface ZoneDraft {
  readonly name: string;
  readonly hours: Readonly<Record<Weekday, string>>;
  /** A line for each date. */
  readonly specialHours: string;
  /** Empty without a limit. */
  readonly waitingLimit: string;
  readonly shape: string;
}

type MapProps = Omit<ZoneMapProps, "onFail" | "label" | "drawn">;

interface Props extends MapProps {
  readonly initial: ZoneDraft;
  readonly listPath: string;
  readonly action: FormAction<string>;
}

export function ZoneForm({ initial, listPath, action, ...map }: Props) {
  const t = useTranslations("ops.area");
  const router = useRouter();
  const days = Object.fromEntries(WEEKDAYS.map((day) => [day, t(`days.${day}`)]));
  return (
    <ActionForm
      action={action}
      hidden={{ was: initial.name }}
      fields={{
        name: t("name"),
        shape: t("shape"),
        special_hours: t("special_hours"),
        waiting_limit: t("waiting_limit"),
        ...days,
      }}
      onDone={() => router.push(listPath)}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section className={`${CARD} p-5`}>
          <TextField name="name" label={t("name")} initial={initial.name} />
          <fieldset className="mt-5">
            <legend className="text-sm font-medium">{t("hours")}</legend>
            <p className="mt-1 mb-3 text-xs text-soft">{t("hours_hint")}</p>
            <div className="grid gap-3">
              {WEEKDAYS.map((day) => (
                <TextField key={day} name={day} label={t(`days.${day}`)} initial={initial.hours[day]} />
              ))}
            </div>
          </fieldset>
          <div className="mt-5">
            <TextAreaField
              name="special_hours"
              label={t("special_hours")}
              hint={t("special_hours_hint")}
              initial={initial.specialHours}
              rows={3}
            />
          </div>
          <div className="mt-5">
            <TextField
              name="waiting_limit"
              label={t("waiting_limit")}
              hint={t("waiting_limit_hint")}
              initial={initial.waitingLimit}
              inputMode="numeric"
              isOptional
            />
          </div>
        </section>
        <Shape initial={initial.shape} {...map} />
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton>{t("save")}</SubmitButton>
        <Link href={listPath} className={SECONDARY}>
          {t("back")}
        </Link>
      </div>
    </ActionForm>
  );
}

function readText(text: string): { polygons: readonly Polygon[] | null; problems: readonly ShapeProblem[] } {
  if (text.trim() === "") return { polygons: [], problems: [] };
  try {
    const value = JSON.parse(text);
    const { polygons, problems } = readShape(value?.type === "Feature" ? value.geometry : value);
    return { polygons: problems.length === 0 ? polygons : null, problems };
  } catch {
    return { polygons: null, problems: [] };
  }
}

function Shape({ initial, zones, ...map }: MapProps & { initial: string }) {
  const t = useTranslations("ops.area");
  const problemText = useTranslations("ui.problems");
  const { id, problem, problemId, hintId } = useField("shape");
  const [text, setText] = useState(initial);
  const [tool, setTool] = useState<DrawingTool>(initial === "" ? "draw" : "move");
  const { polygons, problems } = useMemo(() => readText(text), [text]);
  const holed = polygons?.filter((rings) => rings.length > 1) ?? [];
  const isEmpty = polygons?.length === 0;
  const output = problems[0] === undefined ? problem : problemText(problems[0].code);
  return (
    <section aria-labelledby="shape" className={`${CARD} min-w-0 p-5`}>
      <h2 id="shape" className="type-heading">
        {t("shape")}
      </h2>
      <p className="mt-1 mb-3 text-sm text-soft">{t(tool === "draw" ? "draw_hint" : "move_hint")}</p>
      <div className="h-96">
        <AreaMap
          {...map}
          zones={holed.length === 0 ? zones : [...zones, { name: "", polygons: holed }]}
          drawn={{
            polygons,
            tool,
            onPolygons: (drawn) => setText(drawn.length === 0 ? "" : JSON.stringify(buildShape(drawn))),
            onFinish: () => setTool("move"),
          }}
        />
      </div>
      {holed.length > 0 && <p className="mt-2 text-xs text-soft">{t("holes_note")}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          aria-pressed={tool === "draw"}
          onClick={() => setTool(tool === "draw" ? "move" : "draw")}
          className={`${SECONDARY} aria-pressed:bg-selected aria-pressed:font-semibold`}
        >
          {t(isEmpty ? "draw" : "draw_more")}
        </button>
        <button
          type="button"
          disabled={isEmpty}
          onClick={() => {
            setText("");
            setTool("draw");
          }}
          className={SECONDARY}
        >
          {t("clear")}
        </button>
      </div>
      <div className="mt-4">
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {t("geojson")}
        </label>
        <textarea
          id={id}
          name="shape"
          rows={4}
          value={text}
          onChange={({ target }) => setText(target.value)}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={output === null ? undefined : true}
          aria-describedby={`${hintId}${output === null ? "" : ` ${problemId}`}`}
          className={`${INPUT} py-2 font-mono break-all`}
        />
        <p id={hintId} className="mt-1 text-xs text-soft">
          {t("geojson_hint")}
        </p>
        {output !== null && (
          <p id={problemId} role="status" className="mt-1 text-sm text-bad">
            {output}
          </p>
        )}
      </div>
    </section>
  );
}
