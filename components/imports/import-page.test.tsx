import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ImportPage } from "@/components/imports/import-page";
import type { AddressMatch } from "@/lib/city/geocoding/address-match";
import type { AddressChoices, CellProblem, FoundAddresses } from "@/lib/imports/to-body";
import { openService, renderWithProviders, setField } from "@/testing/render";
import { encodeText, workbook } from "@/testing/spreadsheets";

interface CheckRequest {
  readonly dateOrder: string;
  readonly groups: readonly (readonly (readonly string[])[])[];
  readonly places: FoundAddresses;
}

let service: Awaited<ReturnType<typeof openService>>;
let checks: CheckRequest[] = [];
/** What the service finds in each order. */
let problems: readonly CellProblem[] = [];
let places: FoundAddresses = {};
let choices: AddressChoices = {};

beforeAll(async () => {
  service = await openService((_, body) => {
    const request: CheckRequest = JSON.parse(body);
    checks.push(request);
    const price = problems.length > 0 ? null : 380;
    return {
      body: { groups: request.groups.map(() => ({ price, problems, question: null })), places, choices },
    };
  });
});
beforeEach(() => {
  checks = [];
  problems = [];
  places = {};
  choices = {};
});
afterAll(() => service.close());

function open(name: string, bytes: ArrayBuffer): void {
  renderWithProviders(
    <ImportPage
      mode="test"
      remembered={{}}
      pickups={[{ id: "usual", label: "As in the last order" }]}
      styleUrl={null}
      center={null}
      country="PT"
      phoneExample="+351 912 345 678"
    />,
  );
  fireEvent.change(screen.getByLabelText(/Choose a file/), { target: { files: [new File([bytes], name)] } });
}

const lastRows = () =>
  checks
    .at(-1)
    ?.groups.flat()
    .map((cells) => cells.filter(Boolean));
const isChecked = (rows: readonly (readonly string[])[]) => waitFor(() => expect(lastRows()).toEqual(rows));

describe("an opened file", () => {
  it("is read again with the encoding, separator and header that are chosen", async () => {
    const text = "Куда;Что|Кому\r\nОтчёт;x|y\r\nAddress;Phone|Size\r\nȘtefan 1|+351|S";
    open("orders.csv", encodeText(text, "utf-8"));
    fireEvent.change(await screen.findByLabelText("Separator"), { target: { value: "|" } });
    await waitFor(() => expect(screen.getByLabelText("Separator")).toHaveProperty("value", "|"));
    setField(screen.getByLabelText("Separator"), ";");
    await waitFor(() => expect(screen.getByLabelText("Separator")).toHaveProperty("value", ";"));
    setField(screen.getByLabelText("Encoding"), "windows-1251");
    await screen.findByText(/Cyrillic \(Windows-1251\), semicolon/);
    setField(screen.getByLabelText("Encoding"), "utf-8");
    await screen.findByText(/UTF-8, semicolon/);
    setField(screen.getByLabelText("Header row"), "2");
    await screen.findByText(/header in row 2/);
    expect(screen.getByText("orders.csv: 2 rows")).toBeTruthy();
  });

  it("stays as it was when a choice leaves no rows", async () => {
    open("orders.csv", encodeText("Address;Phone\nRua 1;+351", "utf-8"));
    setField(await screen.findByLabelText("Header row"), "2");
    expect(await screen.findByText("The file has no rows below its header.")).toBeTruthy();
    await isChecked([["Rua 1", "+351"]]);
    expect(screen.getByLabelText("Header row")).toHaveProperty("value", "1");
  });

  it("leaves out hidden rows, which are named, until they are chosen", async () => {
    const rows = [
      ["Address", "Phone"],
      ["Rua 1", "1"],
      ["Rua 2", "2"],
      ["Rua 3", "3"],
    ];
    open("orders.xlsx", workbook(rows, { hiddenRows: [3] }));
    const box = await screen.findByLabelText("Import hidden and filtered rows as well (row 3)");
    await isChecked([
      ["Rua 1", "1"],
      ["Rua 3", "3"],
    ]);
    fireEvent.click(box);
    await isChecked([
      ["Rua 1", "1"],
      ["Rua 2", "2"],
      ["Rua 3", "3"],
    ]);
  });

  it("leaves out rows of totals, which are named", async () => {
    const text = "Address;Phone;Amount\nRua 1;+351;10\nRua 2;+352;20\nTotal;;30";
    open("orders.csv", encodeText(text, "utf-8"));
    expect(await screen.findByText("1 row of totals is left out: row 4.")).toBeTruthy();
    await isChecked([
      ["Rua 1", "+351", "10"],
      ["Rua 2", "+352", "20"],
    ]);
  });

  it("shows each date as it is read, in the order that is chosen", async () => {
    const text = "Address,Phone,Date,Time\nRua 1,+351,02/01/2027,14:30\nRua 2,+351,05/01/2027,9:00";
    open("orders.csv", encodeText(text, "utf-8"));
    fireEvent.click(await screen.findByLabelText("the day first: 31/12/2027"));
    expect(await screen.findByText("Sat, 2 January 2027")).toBeTruthy();
    await waitFor(() => expect(checks.at(-1)?.dateOrder).toBe("day_first"));
    fireEvent.click(screen.getByLabelText("the month first: 12/31/2027"));
    expect(await screen.findByText("Mon, 1 February 2027")).toBeTruthy();
    await waitFor(() => expect(checks.at(-1)?.dateOrder).toBe("month_first"));
  });

  it("checks only the order of a corrected cell again", async () => {
    const text = "Order,Address,Phone\nA1,Rua 1,1\nA2,Rua 2,12";
    problems = [{ row: 0, field: "phone", code: "phone" }];
    open("orders.csv", encodeText(text, "utf-8"));
    const field = await screen.findByLabelText("Phone, row 3");
    problems = [];
    setField(field, "+351912345678");
    fireEvent.blur(field);
    await isChecked([["A2", "Rua 2", "+351912345678"]]);
    expect(await screen.findByText("+351912345678")).toBeTruthy();
    expect(screen.queryByLabelText("Phone, row 3")).toBeNull();
    expect(screen.getByLabelText("Phone, row 2")).toHaveProperty("value", "1");
    expect(screen.getByRole("button", { name: "Place 1 order" })).toBeTruthy();
  });

  it("names ignored columns and orders of several dropoffs, and says what a cell can contain", async () => {
    problems = [
      { row: 0, field: "phone", code: "phone" },
      { row: 0, field: "cargo_size", code: "cargo_size" },
    ];
    const text = "Order,Address,Phone,Size,Gift wrap\nA1,Rua 1,1,Huge,red\nA1,Rua 2,2,S,\nA2,Rua 3,3,S,";
    open("orders.csv", encodeText(text, "utf-8"));
    expect(await screen.findByText("Ignored: Gift wrap")).toBeTruthy();
    expect(screen.getByText("1 order has several dropoffs: 2 rows share an order ID.")).toBeTruthy();
    expect((await screen.findAllByText("must be S, M, L or XL")).length).toBe(2);
    expect(screen.getAllByText("must be a number that can be dialed, such as +351 912 345 678").length).toBe(
      2,
    );
  });

  it("asks which place is meant if several have the address, and takes none before the choice", async () => {
    const toMatch = (area: string, latitude: number): AddressMatch => ({
      ...{ latitude, longitude: -8.6, area, street: "Rua Alta", building: "3" },
      ...{ label: `Rua Alta, 3, ${area}`, isApproximate: false, isAmbiguous: true },
    });
    const [porto, gaia] = [toMatch("Porto", 41.15), toMatch("Gaia", 41.12)] as const;
    problems = [{ row: 0, field: "address", code: "ambiguous" }];
    places = { "Rua Alta 3": porto };
    choices = { "Rua Alta 3": [porto, gaia] };
    open("orders.csv", encodeText("Order,Address,Phone\nA1,Rua Alta 3,+351912345678", "utf-8"));
    expect(await screen.findByText("several places have this address; choose one on the map")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Confirm 1 address on the map" }));
    await screen.findByText("Which of these places?");
    const confirm = screen.getByRole("button", { name: "Confirm" });
    expect(confirm.getAttribute("aria-disabled")).toBe("true");
    problems = [];
    fireEvent.click(screen.getByLabelText("Rua Alta, 3, Gaia"));
    fireEvent.click(confirm);
    expect(await screen.findByRole("button", { name: "Place 1 order" })).toBeTruthy();
    const { label: _, ...meant } = gaia;
    expect(checks.at(-1)?.places).toEqual({ "Rua Alta 3": { ...meant, isAmbiguous: false } });
  });

  it("shows the address that was found for an uncertain one before it is confirmed", async () => {
    problems = [{ row: 0, field: "address", code: "approximate" }];
    places = {
      "Rua Alta 3": {
        ...{ latitude: 41.15, longitude: -8.6, area: "Porto", street: "Rua Altamira", building: "3" },
        ...{ isApproximate: true, isAmbiguous: false },
      },
    };
    open("orders.csv", encodeText("Order,Address,Phone\nA1,Rua Alta 3,+351912345678", "utf-8"));
    fireEvent.click(await screen.findByRole("button", { name: "Confirm 1 address on the map" }));
    const shown = await screen.findByText("Rua Altamira, 3, Porto");
    expect(shown.parentElement?.textContent).toBe("Found: Rua Altamira, 3, Porto");
  });
});
