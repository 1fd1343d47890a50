"use client";

import { BookmarkPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { AddressSearch } from "@/components/order-form/address-search";
import { DraftChoice, DraftLongText, DraftText, Fold } from "@/components/order-form/fields";
import { PhoneField } from "@/components/order-form/phone-field";
import { PointFields } from "@/components/order-form/point-fields";
import { PointNote } from "@/components/order-form/point-note";
import { UnservedNote } from "@/components/order-form/unserved";
import { useOrderForm } from "@/components/order-form/use-order-form";
import { usePlaces } from "@/components/order-form/use-places";
import { INPUT } from "@/components/ui/styles";
import type { AddressText } from "@/lib/geocoding/address-text";
import type { FoundPlace } from "@/lib/geocoding/place";
import {
  type AddressDraft,
  changeStop,
  PICKUP_KEY,
  type StopDraft,
  stopDraft,
  type YesNoChoice,
} from "@/lib/orders/form/draft";
import { leaveStop, settleStop } from "@/lib/orders/form/draft-places";
import { DEFAULT_PROOF, effectiveProof } from "@/lib/orders/order";
import { ADDRESS_FIELDS, CONTACT_TYPES, type ContactType, PROOF_FIELDS } from "@/lib/orders/stop-fields";

// PROOF_FIELDS has exactly these names.
const PROOF_NAMES = Object.keys(PROOF_FIELDS) as (keyof typeof PROOF_FIELDS)[];

const DOOR_FIELDS = ["apartment", "entrance", "floor", "intercom"] as const;

interface StopProps {
  readonly stop: StopDraft;
  /** The stop's path in the API's body. */
  readonly path: string;
  /** The stop's title, such as `Dropoff 2`. */
  readonly title: string;
}

/** The street address that every stop needs: picked from saved addresses, searched for, or typed. */
export function PlaceFields({ stop, path, title }: StopProps) {
  const t = useTranslations("delivery.address");
  const tStop = useTranslations("stop");
  const { draft, change, changeWithUndo } = useOrderForm();
  const { hasSearch, saved, near } = usePlaces();
  const isEmpty = Object.values(stop.address).every((value) => value === "");
  const fill = (next: typeof draft) => (isEmpty ? change(next) : changeWithUndo("filled", next));
  const takeSaved = (id: string) => {
    const chosen = saved.find((one) => one.id === id);
    if (chosen !== undefined) fill(settleStop(changeStop(draft, stop.key, stopDraft(chosen)), stop.key));
  };
  const takePlace = (place: FoundPlace, text?: AddressText) => {
    const { area, street, building } = place;
    const [latitude, longitude] = [String(place.latitude), String(place.longitude)];
    const address = { latitude, longitude, area, street, building, ...doorOf(stop, text) };
    fill(settleStop(changeStop(draft, stop.key, { address }), stop.key));
  };
  const text = (name: keyof AddressDraft, className = "") => (
    <DraftText
      path={`${path}.address.${name}`}
      label={tStop(name)}
      className={className}
      value={stop.address[name]}
      onValue={(value) =>
        change(changeStop(draft, stop.key, { address: { [name]: value } }), `${path}.address.${name}`)
      }
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is not interactive; it only watches the focus
    <div
      className="space-y-4"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) change(leaveStop(draft, stop.key));
      }}
    >
      {saved.length > 0 && (
        <div>
          <label htmlFor={`${path}-saved`} className="mb-1 block text-sm font-medium">
            {t("saved")}
          </label>
          <select
            id={`${path}-saved`}
            value=""
            onChange={(event) => takeSaved(event.target.value)}
            className={INPUT}
          >
            <option value="">{t("choose_saved")}</option>
            {saved.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {hasSearch && <AddressSearch near={near} saved={saved} onPick={takePlace} onPickSaved={takeSaved} />}
      <div className="grid grid-cols-6 gap-3">
        {text("area", "col-span-6 sm:col-span-2")}
        {text("street", "col-span-4 sm:col-span-3")}
        {text("building", "col-span-2 sm:col-span-1")}
      </div>
      <PointFields stop={stop} path={path} title={title} takePlace={takePlace} />
      <PointNote stop={stop} path={path} />
      <UnservedNote stopKey={stop.key} />
    </div>
  );
}

/** Returns the door details that a complete address contains; the others stay as they are. */
function doorOf({ address }: StopDraft, text: AddressText | undefined): Partial<AddressDraft> {
  if (text === undefined) return {};
  const said = [...DOOR_FIELDS, "instructions" as const].filter((name) => text[name] !== "");
  return Object.fromEntries(
    said.map((name) => {
      const isKept = name === "instructions" && address.instructions !== "";
      return [name, isKept ? `${address.instructions}\n${text.instructions}` : text[name]];
    }),
  );
}

/** The way from the street to the door. */
export function DoorFields({ stop, path }: StopProps) {
  const t = useTranslations("stop");
  const { draft, change } = useOrderForm();
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {DOOR_FIELDS.map((name) => (
        <DraftText
          key={name}
          path={`${path}.address.${name}`}
          label={t(name)}
          inputMode={ADDRESS_FIELDS[name].kind === "text" ? "text" : "numeric"}
          value={stop.address[name]}
          onValue={(value) =>
            change(changeStop(draft, stop.key, { address: { [name]: value } }), `${path}.address.${name}`)
          }
        />
      ))}
    </div>
  );
}

/** What the courier should know about getting there. */
export function InstructionsField({ stop, path }: StopProps) {
  const t = useTranslations("stop");
  const { draft, change } = useOrderForm();
  const field = `${path}.address.instructions`;
  return (
    <DraftLongText
      path={field}
      label={t("instructions")}
      isOptional
      limit={ADDRESS_FIELDS.instructions.max}
      value={stop.address.instructions}
      onValue={(instructions) => change(changeStop(draft, stop.key, { address: { instructions } }), field)}
    />
  );
}

/** The contact at a stop. */
export function ContactFields({ stop, path }: StopProps) {
  const t = useTranslations("delivery.contact");
  const { draft, change } = useOrderForm();
  const options = CONTACT_TYPES.map((value) => ({ value, label: t(`types.${value}`) }));
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[2fr_2fr_1fr]">
      <PhoneField
        stop={stop}
        path={`${path}.contact.value`}
        label={t(stop.contact.type === "telegram" ? "handle" : "phone")}
      />
      <DraftText
        path={`${path}.contact.name`}
        label={t("name")}
        value={stop.contact.name}
        onValue={(name) => change(changeStop(draft, stop.key, { contact: { name } }), `${path}.contact.name`)}
      />
      <DraftChoice<ContactType>
        path={`${path}.contact.type`}
        label={t("type")}
        options={options}
        value={stop.contact.type}
        onValue={(type) => change(changeStop(draft, stop.key, { contact: { type } }), `${path}.contact.type`)}
      />
    </div>
  );
}

/** What the courier brings back from a stop: by its own word, or as the account's settings say. */
export function ProofFields({ stop, path }: StopProps) {
  const t = useTranslations("delivery.proof");
  const tStop = useTranslations("stop");
  const { draft, change } = useOrderForm();
  const defaults = effectiveProof(DEFAULT_PROOF, usePlaces().settings);
  const own = PROOF_NAMES.filter((name) => stop.proof[name] !== "");
  const asked = PROOF_NAMES.filter((name) =>
    stop.proof[name] === "" ? defaults[name] : stop.proof[name] === "yes",
  );
  const list = asked.length === 0 ? t("none") : asked.map((name) => tStop(name).toLowerCase()).join(", ");
  return (
    <Fold
      title={t(own.length === 0 ? "title_unsaid" : "title", { list })}
      isUsed={own.length > 0}
      paths={PROOF_NAMES.map((name) => `${path}.proof.${name}`)}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        {PROOF_NAMES.map((name) => (
          <DraftChoice<YesNoChoice>
            key={name}
            path={`${path}.proof.${name}`}
            label={tStop(name)}
            hint={t(`hints.${path === PICKUP_KEY ? "pickup" : "dropoff"}.${name}`)}
            value={stop.proof[name]}
            onValue={(value) =>
              change(changeStop(draft, stop.key, { proof: { [name]: value } }), `${path}.proof.${name}`)
            }
            options={[
              { value: "", label: t(defaults[name] ? "as_settings_yes" : "as_settings_no") },
              { value: "yes", label: t("values.yes") },
              { value: "no", label: t("values.no") },
            ]}
          />
        ))}
      </div>
    </Fold>
  );
}

/** Saves a stop for future orders. */
export function KeepButton({ stop, path }: StopProps) {
  const t = useTranslations("delivery.address");
  const { keep } = usePlaces();
  return (
    <button
      type="button"
      aria-describedby={`${path}-title`}
      onClick={() => keep(stop.key)}
      className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm text-link hover:underline"
    >
      <BookmarkPlus aria-hidden="true" className="size-4" />
      {t("keep")}
    </button>
  );
}

/** The pickup, with its rarely needed fields collapsed. */
export function PickupFields({ stop, path, title }: StopProps) {
  const t = useTranslations("delivery.address");
  const rare = [...DOOR_FIELDS, "instructions"] as const;
  return (
    <div className="space-y-4">
      <PlaceFields stop={stop} path={path} title={title} />
      <ContactFields stop={stop} path={path} title={title} />
      <Fold
        title={t("more_pickup")}
        isUsed={rare.some((name) => stop.address[name] !== "")}
        paths={rare.map((name) => `${path}.address.${name}`)}
      >
        <DoorFields stop={stop} path={path} title={title} />
        <InstructionsField stop={stop} path={path} title={title} />
      </Fold>
      <ProofFields stop={stop} path={path} title={title} />
      <KeepButton stop={stop} path={path} title={title} />
    </div>
  );
}
