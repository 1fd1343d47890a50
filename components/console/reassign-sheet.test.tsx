import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { ReassignSheet } from "@/components/console/reassign-sheet";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { CandidateView, Reassignment } from "@/lib/console/find-reassignment";
import { clickButton, hasFocus, openService, renderWithProviders } from "@/testing/render";

const WINDOW = { from: "2026-11-21T12:10:00Z", to: "2026-11-21T12:20:00Z" };
const candidate = (change: Partial<CandidateView>): CandidateView => ({
  id: "yulia",
  name: "Yulia Sokolova",
  transport: "car",
  isOnShift: true,
  isOnBreak: false,
  isHeardOf: true,
  isPlanned: false,
  route: null,
  isTooSmall: false,
  way: { seconds: 180, meters: 1_000 },
  arrival: { at: "2026-11-21T12:14:00Z", ...WINDOW },
  ...change,
});
const ROUTE: NonNullable<CandidateView["route"]> = {
  nextOrderCode: "F8UC-2RWA",
  orderCount: 2,
  endsInSeconds: 420,
  endsAt: "2026-11-21T12:07:00Z",
  refusal: null,
  addedSeconds: 300,
};
const GIVEN: Reassignment = {
  code: "K7PX-Q2TN",
  isPossible: true,
  isTakeover: true,
  size: "L",
  courier: { id: "anna", name: "Anna Petrova", phone: "+79115550001", seenAt: null },
  door: "Nevsky, 28",
  promised: WINDOW,
  isApproximate: true,
  candidates: [
    candidate({ id: "timur", name: "Timur Akhmetov", route: { ...ROUTE, refusal: "COURIER_BUSY" } }),
    candidate({}),
    candidate({ id: "vera", name: "Vera Kim", isHeardOf: false }),
    candidate({ id: "daniil", name: "Daniil Lisin", transport: "bike", isTooSmall: true }),
  ],
};

describe("the sheet that gives an order to another courier", () => {
  const sent: Record<string, unknown>[] = [];
  const considered: (string | null)[] = [];
  let service: { close: () => Promise<void> } | null = null;
  afterEach(async () => {
    await service?.close();
    sent.length = 0;
  });

  const open = async (given: unknown, status = 200) => {
    service = await openService(() => ({ status, body: given }));
    const assign: FormAction = async (_, form) => {
      sent.push(Object.fromEntries(form));
      return { ...INITIAL_FORM_STATE, isDone: true };
    };
    let isDone: unknown = false;
    considered.length = 0;
    renderWithProviders(
      <ReassignSheet
        orderCode="K7PX-Q2TN"
        assign={assign}
        onConsider={(candidate) => considered.push(candidate?.id ?? null)}
        onDone={(handover) => {
          isDone = handover;
        }}
        onClose={() => {}}
      />,
    );
    return () => isDone;
  };
  const output = () => document.body.textContent ?? "";

  it("offers the best free courier who can carry the order, and shows who cannot take it now", async () => {
    const isDone = await open(GIVEN);
    const button = await screen.findByRole("button", { name: "Give to Yulia" });
    expect(output()).toContain("Size L, carried by Anna Petrova.");
    expect(output()).toContain("handover point, approximate");
    expect(output()).toMatch(/Busy with F8UC-2RWA, free at about \d+:07/);
    expect(screen.getByRole("radio", { name: /Vera/ }).parentElement?.textContent).toContain(
      "No signal for half an hour · car",
    );
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Timur/ }).disabled).toBe(true);
    expect(screen.getByRole("link", { name: "Call Anna Petrova" }).getAttribute("href")).toBe(
      "tel:+79115550001",
    );
    await userEvent.click(button);
    await waitFor(() => expect(isDone()).not.toBe(false));
    expect(isDone()).toMatchObject({ name: "Yulia Sokolova", former: { id: "anna", name: "Anna Petrova" } });
    expect(sent).toMatchObject([{ code: "K7PX-Q2TN", courier: "yulia" }]);
  });

  it("marks the planned courier, also while they are busy, and lets Enter choose the best possible one", async () => {
    const planned = candidate({
      id: "timur",
      name: "Timur Akhmetov",
      isPlanned: true,
      route: { ...ROUTE, refusal: "COURIER_BUSY" },
    });
    await open({
      ...GIVEN,
      candidates: [planned, candidate({}), candidate({ id: "vera", name: "Vera Kim" })],
    });
    const radios = await screen.findAllByRole<HTMLInputElement>("radio");
    const rows = radios.map((radio) => radio.parentElement?.textContent ?? "");
    expect(rows[0]).toMatch(/Timur Akhmetov Planned.*free at about \d+:07/);
    expect(rows.filter((text) => text.includes("Planned"))).toHaveLength(1);
    await hasFocus(radios[1] ?? null);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(sent).toMatchObject([{ courier: "yulia" }]));
  });

  it("asks for a second confirmation if the vehicle is too small", async () => {
    await open(GIVEN);
    await userEvent.click(await screen.findByRole("radio", { name: /Daniil/ }));
    expect(considered).toEqual(["yulia", "daniil"]);
    expect(output()).toContain("Can’t carry size L: bicycle");
    await userEvent.click(screen.getByRole("checkbox", { name: "Give it to Daniil anyway" }));
    clickButton("Give to Daniil");
    await waitFor(() => expect(sent).toMatchObject([{ courier: "daniil", anyway: "on" }]));
  });

  it("adds the order to the route of a busy courier, or shows why it does not fit", async () => {
    const routes = [
      candidate({ id: "timur", name: "Timur Akhmetov", route: ROUTE }),
      candidate({ id: "vera", name: "Vera Kim", route: { ...ROUTE, refusal: "COURIER_FULL" } }),
      candidate({ id: "daniil", name: "Daniil Lisin", route: { ...ROUTE, refusal: "ROUTE_NOT_SHARED" } }),
    ];
    await open({ ...GIVEN, candidates: routes });
    await screen.findByRole("button", { name: "Give to Timur" });
    const notes = screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent ?? "");
    expect(notes[0]).toContain("2 orders on the route, 5 min longer");
    expect(notes[1]).toContain("No room beside 2 orders");
    expect(notes[2]).toContain("don’t share a route");
    const isDisabled = ({ disabled }: HTMLInputElement) => disabled;
    expect(screen.getAllByRole<HTMLInputElement>("radio").map(isDisabled)).toEqual([false, true, true]);
    clickButton("Give to Timur");
    await waitFor(() => expect(sent).toMatchObject([{ courier: "timur" }]));
  });

  it("offers no button while no courier is free, and shows the reason", async () => {
    await open({ ...GIVEN, candidates: GIVEN.candidates.slice(0, 1) });
    await screen.findByText("Nobody is free right now.");
    expect(output()).toMatch(/Busy with F8UC-2RWA, free at about \d+:07/);
    expect(screen.queryByRole("button", { name: "Choose a courier" })).toBeNull();
    expect(screen.getByRole("link", { name: "Call Anna Petrova" })).toBeDefined();
  });

  it("shows that the order has ended, that no courier exists or that the list did not load", async () => {
    await open({ ...GIVEN, isPossible: false });
    await screen.findByText("This order can no longer be reassigned.");
    await service?.close();
    document.body.replaceChildren();
    await open({ ...GIVEN, courier: null, candidates: [] });
    await screen.findByText("No couriers are on shift.");
  });

  it("lists many couriers by name, and reports who has the order now", async () => {
    const names = ["Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zhanna", "Zakhar", "Ion Țurcanu"];
    await open({ ...GIVEN, candidates: names.map((name) => candidate({ id: name, name })) });
    const filter = await screen.findByRole("searchbox", { name: "Filter by name" });
    const listed = () =>
      screen
        .getAllByRole("radio", { hidden: true })
        .flatMap((radio) => (radio.closest("label")?.matches(".hidden") ? [] : [radio]))
        .map((radio) => (radio as HTMLInputElement).value);
    expect(listed()).toEqual(names);
    await userEvent.type(filter, "tur{Enter}");
    expect(listed()).toEqual(["Ion Țurcanu"]);
    expect(sent).toEqual([]);
    await userEvent.type(filter, "x");
    expect(output()).toContain("No courier has that name.");
  });
});
