import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { NewCourier } from "@/components/console/new-courier";
import { type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";
import { newCourier } from "@/lib/couriers/schema";
import { listPhoneCountries } from "@/lib/list-phone-countries";
import { clickButton, getField, renderWithProviders, setField } from "@/testing/render";

it("a courier's phone number without a calling code gets the city's, unless the picker selects another country", async () => {
  const sent: string[] = [];
  const hire = async (_: FormState<CourierAccess>, form: FormData) => {
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const parsed = newCourier("MD").safeParse(values);
    sent.push(parsed.data?.phone ?? String(parsed.error?.issues[0]?.message));
    return { ...INITIAL_FORM_STATE, problems: [{ field: "phone", code: "phone" }], values };
  };
  renderWithProviders(
    <NewCourier mode="live" phones={{ home: "MD", countries: listPhoneCountries("en") }} hire={hire} />,
  );
  const country = screen.getByLabelText<HTMLSelectElement>("Phone, country");
  expect(country.value).toBe("MD");
  // The name of a country does not fit.
  screen.getByText("+373");
  setField(getField("name"), "Ion");
  const submit = async (typed: string) => {
    setField(getField("phone"), typed);
    const count = sent.length;
    clickButton("Add courier");
    await waitFor(() => expect(sent.length).toBe(count + 1));
    await screen.findByRole("alert");
    return sent.at(-1);
  };
  // Enter comes before the field is left.
  expect(await submit("069 123 456")).toBe("+37369123456");
  expect(await submit("12345")).toBe("phone");
  expect(getField("phone").value).toBe("12345");
  expect(await submit(" ")).toBe("required");
  setField(getField("phone"), "069 123 456");
  fireEvent.blur(getField("phone"));
  await waitFor(() => expect(getField("phone").value).toBe("+37369123456"));
  setField(getField("phone"), "020 7946 0958");
  setField(country, "GB");
  expect([getField("phone").value, country.value]).toEqual(["+44 020 7946 0958", "GB"]);
  fireEvent.blur(getField("phone"));
  await waitFor(() => expect(getField("phone").value).toBe("+442079460958"));
});
