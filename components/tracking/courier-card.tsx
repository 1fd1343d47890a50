import type { TrackingState } from "@/components/tracking/tracking-state";

/** Who comes, and by what; what is not known of them is absent. */
export function CourierCard({
  courier,
  words,
}: {
  courier: NonNullable<TrackingState["courier"]>;
  words: { readonly courierTitle: string; readonly plate: string };
}) {
  const { name, vehicle, color, plate } = courier;
  return (
    <section className="block courier-card" aria-label={words.courierTitle}>
      <div>
        <h2>{name}</h2>
        <p>
          {color?.css != null && <i className="swatch" style={{ background: color.css }} />}
          {[vehicle, color?.word].filter(Boolean).join(", ")}
        </p>
      </div>
      {plate !== null && (
        <p className="plate">
          <span className="sr-only">{words.plate} </span>
          {plate}
        </p>
      )}
    </section>
  );
}
