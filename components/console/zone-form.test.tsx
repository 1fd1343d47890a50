import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { ZoneForm } from "@/components/console/zone-form";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { ALWAYS_OPEN } from "@/lib/service-area/opening-hours";
import { getField, renderWithProviders, setField } from "@/testing/render";
import { square } from "@/testing/zones";

const SHAPE = JSON.stringify({ type: "Polygon", coordinates: [square(28, 47, 1)] });
const hours = ALWAYS_OPEN as Record<keyof typeof ALWAYS_OPEN, string>;
const bounds = { west: 28, south: 47, east: 29, north: 48 };

let sent: Record<string, string>[];
let answer: Awaited<ReturnType<FormAction<string>>>;
const action: FormAction<string> = async (_, form) => {
  sent.push(
    Object.fromEntries([...form].filter((one): one is [string, string] => typeof one[1] === "string")),
  );
  return answer;
};
const open = (name = "", shape = "") =>
  renderWithProviders(
    <ZoneForm
      initial={{ name, hours, specialHours: "2026-12-31 10:00-16:00", waitingLimit: "20", shape }}
      listPath="/ops/area"
      action={action}
      zones={[]}
      bounds={bounds}
      styleUrl={null}
      locale="en"
    />,
  );
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

beforeEach(() => {
  sent = [];
  answer = { ...INITIAL_FORM_STATE, isDone: true, result: "Center" };
});

describe("a zone's form without a map", () => {
  it("sends the typed name, hours and shape, and returns to the list", async () => {
    const { visited } = open();
    await screen.findByText(/can’t show the map/);
    setField(getField("name"), "Center");
    setField(getField("mon"), "");
    setField(getField("shape"), SHAPE);
    await save();
    await waitFor(() => expect(visited).toEqual(["/ops/area"]));
    expect(sent[0]).toMatchObject({ was: "", name: "Center", mon: "", tue: "00:00-24:00", shape: SHAPE });
  });

  it("shows what is wrong with a shape while it is typed, and can remove the shape", async () => {
    open("Center", SHAPE);
    const shape = getField("shape");
    expect(shape.getAttribute("aria-invalid")).toBeNull();
    setField(shape, SHAPE.replace("[28,47]", "[-152,47]"));
    expect(screen.getByText("must end where it begins")).toBeTruthy();
    expect(shape.getAttribute("aria-invalid")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Remove the shape" }));
    expect(shape.value).toBe("");
  });

  it("lists every problem of a response with a link to its field, and keeps the typed text", async () => {
    answer = {
      ...INITIAL_FORM_STATE,
      values: { name: "" },
      problems: [
        { field: "name", code: "zone_name" },
        { field: "shape:coordinates.0", code: "crosses_itself" },
        { field: "shape:coordinates.1", code: "hole_outside" },
      ],
    };
    open("Center", SHAPE);
    await save();
    const alert = await screen.findByRole("alert");
    expect([...alert.querySelectorAll("li")].map((line) => line.textContent)).toEqual([
      "Name: must have 1 to 80 characters",
      "Shape, coordinates.0: crosses itself",
      "Shape, coordinates.1: is a hole that isn’t inside its shape",
    ]);
    await userEvent.click(screen.getByRole("link", { name: "Shape, coordinates.1" }));
    expect(document.activeElement).toBe(getField("shape"));
    expect(getField("shape").value).toBe(SHAPE);
  });
});
