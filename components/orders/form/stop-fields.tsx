"use client";

import { BookmarkPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressField } from "@/components/orders/form/address-field";
import { AddressParts, PART_FIELDS } from "@/components/orders/form/address-parts";
import { DraftChoice, DraftField, DraftText, FoldedFields } from "@/components/orders/form/fields";
import { PhoneField } from "@/components/orders/form/phone-field";
import { PointNote } from "@/components/orders/form/point-note";
import { UnservedNote } from "@/components/orders/form/unserved";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { DOOR_NAMES, useApplyAddress } from "@/components/orders/form/use-apply-address";
import { useOrderForm, useStopInput } from "@/components/orders/form/use-order-form";
import { SECONDARY } from "@/components/ui/styles";
import { formatAddress } from "@/lib/city/geocoding/address-match";
import { PICKUP_KEY, parsePoint, type StopDraft, type YesNoChoice } from "@/lib/orders/form/draft";
import { confirmPinOnBlur } from "@/lib/orders/form/draft-places";
import { DEFAULT_PROOF, effectiveProof } from "@/lib/orders/order";
import {
  ADDRESS_FIELDS,
  CONTACT_TYPES,
  type ContactType,
  DOOR_FIELDS,
  fieldNames,
  PROOF_FIELDS,
} from "@/lib/orders/stop-fields";
import { isSamePoint } from "@/lib/point";

const PROOF_NAMES = fieldNames(PROOF_FIELDS);

interface StopProps {
  readonly stop: StopDraft;
  readonly path: string;
}

interface Props extends StopProps {
  readonly isRareUsed?: boolean;
  readonly rarePaths?: readonly string[];
  readonly children?: ReactNode;
}

export function StopFields({ stop, path, isRareUsed = false, rarePaths = [], children }: Props) {
  const t = useTranslations("delivery.address");
  const { change } = useOrderForm();
  const tStop = useTranslations("stop");
  const tContact = useTranslations("delivery.contact");
  const { hasSearch, setActive } = useAddressLookup();
  const input = useStopInput(stop, path);
  const proof = useProof(stop);
  const isUsed =
    isRareUsed ||
    !hasSearch ||
    stop.address.instructions !== "" ||
    proof.isOwn ||
    stop.contact.type !== "phone";
  const paths = [...PART_FIELDS, "instructions"].map((name) => `${path}.address.${name}`);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is not interactive; it only watches the focus
    <div
      className="space-y-2"
      onFocus={() => setActive(stop.key)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) change((now) => confirmPinOnBlur(now, stop.key));
      }}
    >
      {hasSearch && <AddressField stop={stop} path={path} label={t("label")} />}
      <AddressSuggestion stop={stop} path={path} />
      <PointNote stop={stop} path={path} />
      <UnservedNote stopKey={stop.key} />
      <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-4">
        {DOOR_NAMES.map((name) => (
          <DraftField key={name} field={DOOR_FIELDS[name]} label={tStop(name)} {...input("address", name)} />
        ))}
      </div>
      <ContactFields stop={stop} path={path} />
      <FoldedFields
        title={t("more")}
        note={proof.text}
        isUsed={isUsed}
        paths={[
          ...paths,
          ...rarePaths,
          `${path}.contact.type`,
          ...PROOF_NAMES.map((name) => `${path}.proof.${name}`),
        ]}
      >
        <DraftField
          field={ADDRESS_FIELDS.instructions}
          label={tStop("instructions")}
          {...input("address", "instructions")}
        />
        {children}
        <DraftChoice<ContactType>
          label={tContact("type")}
          options={CONTACT_TYPES.map((value) => ({ value, label: tContact(`types.${value}`) }))}
          {...input("contact", "type")}
        />
        <ProofFields stop={stop} path={path} defaults={proof.defaults} />
        <AddressParts stop={stop} path={path} />
        <KeepButton stop={stop} path={path} />
      </FoldedFields>
    </div>
  );
}

function ContactFields({ stop, path }: StopProps) {
  const t = useTranslations("delivery.contact");
  const input = useStopInput(stop, path);
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <DraftText label={t(path === PICKUP_KEY ? "name" : "recipient")} {...input("contact", "name")} />
      <PhoneField stop={stop} path={path} label={t(stop.contact.type === "telegram" ? "handle" : "phone")} />
    </div>
  );
}

function useProof(stop: StopDraft) {
  const t = useTranslations("delivery.proof");
  const tStop = useTranslations("stop");
  const defaults = effectiveProof(DEFAULT_PROOF, useAddressLookup().settings);
  const isOwn = PROOF_NAMES.some((name) => stop.proof[name] !== "");
  const requested = PROOF_NAMES.filter((name) =>
    stop.proof[name] === "" ? defaults[name] : stop.proof[name] === "yes",
  );
  const list =
    requested.length === 0 ? t("none") : requested.map((name) => tStop(name).toLowerCase()).join(", ");
  return { isOwn, defaults, text: t(isOwn ? "title" : "title_unsaid", { list }) };
}

function ProofFields({ stop, path, defaults }: StopProps & Pick<ReturnType<typeof useProof>, "defaults">) {
  const t = useTranslations("delivery.proof");
  const tStop = useTranslations("stop");
  const input = useStopInput(stop, path);
  return (
    <div className="grid items-start gap-2 sm:grid-cols-3">
      {PROOF_NAMES.map((name) => (
        <DraftChoice<YesNoChoice>
          key={name}
          label={tStop(name)}
          hint={t(`hints.${path === PICKUP_KEY ? "pickup" : "dropoff"}.${name}`)}
          options={[
            { value: "", label: t(defaults[name] ? "as_settings_yes" : "as_settings_no") },
            { value: "yes", label: t("values.yes") },
            { value: "no", label: t("values.no") },
          ]}
          {...input("proof", name)}
        />
      ))}
    </div>
  );
}

function KeepButton({ stop, path }: StopProps) {
  const t = useTranslations("delivery.address");
  const { keep } = useAddressLookup();
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

function AddressSuggestion({ stop, path }: StopProps) {
  const t = useTranslations("delivery.point");
  const { offered, dismiss } = useAddressLookup();
  const { takePlace } = useApplyAddress(stop, path);
  const place = offered[stop.key];
  const point = parsePoint(stop);
  const { area, street, building } = stop.address;
  const isOffered =
    place !== undefined &&
    point !== null &&
    isSamePoint(point, place) &&
    formatAddress([place.area, place.street, place.building]) !== formatAddress([area, street, building]);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 text-sm empty:hidden">
      {isOffered && (
        <>
          <p>{t("found", { address: place.label })}</p>
          <button
            type="button"
            aria-describedby={`${path}-title`}
            onClick={() => {
              dismiss(stop.key);
              takePlace(place);
            }}
            className={SECONDARY}
          >
            {t("take")}
          </button>
        </>
      )}
    </div>
  );
}
