import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setDevicePosition } from "@/components/courier-app/device-position";
import { JobScreen } from "@/components/courier-app/job-screen";
import type { Files, NewFile } from "@/components/courier-app/use-files";
import { UNDO_MS } from "@/components/courier-app/use-undo";
import type { AppState, CourierAction } from "@/lib/courier-app/app-state";
import type { ProofFile } from "@/lib/courier-app/proof-file";
import type { CourierTask, CourierTaskDropoff } from "@/lib/orders/fulfillment/courier-task";
import { encodePolyline } from "@/lib/routing/polyline";
import { PLAIN_CARRIED_DROPOFF } from "@/testing/dropoff-values";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { clickButton, openDialog, renderWithProviders, setField } from "@/testing/render";

const NOW = new Date("2026-11-21T10:04:05.000Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

const address = {
  latitude: 59.93,
  longitude: 30.33,
  area: "Санкт-Петербург",
  street: "Невский проспект",
  building: "28",
  apartment: null,
  entrance: null,
  floor: null,
  intercom: null,
  instructions: null,
};
const stop = {
  address,
  contact: { value: "+78125550100", name: "Мария", type: "phone" },
  proof: { photo: false, code: false, signature: false },
  codeTriesLeft: 5,
  isCodeOverridden: false,
} as const;
const door: CourierTaskDropoff = {
  ...stop,
  ...PLAIN_CARRIED_DROPOFF,
  cargoSize: "S",
  payment: null,
  distanceMeters: 1200,
  durationSeconds: 300,
  arrivedAt: minutesAgo(4),
  deliveredAt: null,
  failedAt: null,
  failureCode: null,
  attempts: 0,
  resolution: null,
  answerUntil: null,
  note: null,
  request: null,
  isDecided: false,
};
const job: CourierTask = {
  orderId: "7",
  orderCode: "AB12",
  status: "in_progress",
  deliveryTime: null,
  comment: null,
  acceptedAt: minutesAgo(30),
  arrivedAt: minutesAgo(20),
  pickup: stop,
  dropoffs: [door],
  ifUndeliverable: "ask",
  waitingMinutes: 10,
  returnState: null,
  returnArrivedAt: null,
  shop: { name: "Полка" },
  payRubles: null,
  offer: null,
  way: [],
  takeover: null,
};
const state: AppState = {
  courierName: "Анна",
  transport: "bike",
  isOnShift: true,
  breakSince: null,
  job,
  cancelled: null,
  tracker: { url: "https://go.example/gps", deviceToken: "x" },
  dispatcherPhone: "+78125550199",
  cashRubles: 0,
  toLeave: null,
  toHandOver: null,
  today: { rubles: null, orders: 0 },
  finished: [],
  messages: [],
  pushKey: null,
};

/** Renders an order and records the courier's actions. */
function open(
  order: CourierTask,
  kept: readonly Partial<ProofFile>[] = [],
  locale: "en" | "ru" = "en",
  isConnected = true,
) {
  const actions: CourierAction[] = [];
  const added: NewFile[] = [];
  const place = { orderId: "7", position: 1, attempt: 0, at: NOW.toISOString(), signerName: null };
  const files: Files = {
    files: kept.map((file, index) => ({ ...place, id: `f${index}`, kind: "photo", state: "draft", ...file })),
    waiting: 0,
    add: (file) => void added.push(file),
    picture: async () => null,
    release: async () => {},
  };
  const getScreen = (shown: CourierTask) => (
    <JobScreen
      state={{ ...state, job: shown }}
      order={shown}
      isConnected={isConnected}
      files={files}
      tap={(action) => void actions.push(action)}
      light="sent"
      styleUrl={null}
      gps={null}
    />
  );
  const shown = renderWithProviders(getScreen(order), locale);
  return { actions, added, become: (next: CourierTask) => shown.update(getScreen(next)) };
}

const at = (change: Partial<CourierTaskDropoff>, rest: Partial<CourierTask> = {}): CourierTask => ({
  ...job,
  ...rest,
  dropoffs: [{ ...door, ...change }],
});
const asking = (proof: Partial<CourierTaskDropoff["proof"]>, change: Partial<CourierTaskDropoff> = {}) =>
  at({ proof: { ...door.proof, ...proof }, ...change });
/** The activity shown on the current stop's card. */
const doing = () =>
  within(screen.getAllByRole("article")[0] as HTMLElement).getAllByRole("status")[0]?.textContent;
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const camera = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name);
const confirm = (name: string, yes: string) => {
  clickButton(name);
  clickButton(yes);
};

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["Date", "setInterval", "clearInterval", "setTimeout", "clearTimeout"],
    now: NOW,
  });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe("a handover that asks for nothing", () => {
  it("is confirmed with an empty report", () => {
    const { actions } = open(job);
    confirm("Handed over Slide or tap", "Yes, handed over");
    expect(actions).toEqual([
      { type: "step", orderId: "7", step: { type: "hand_over", dropoff: 0 }, report: {} },
    ]);
  });

  it("shows the arrival time and the time since", () => {
    open(job);
    expect(doing()).toMatch(/^At the door since 1:00\sPM$/);
    expect(screen.getByText("· +4:00")).toBeDefined();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Невский проспект, 28");
  });
});

it("never shows the location as sent while the phone is offline", () => {
  open(job);
  expect(screen.getByText("Location is on")).toBeTruthy();
  cleanup();
  open(job, [], "en", false);
  expect(screen.queryByText("Location is on")).toBeNull();
  expect(screen.getByText("Location not getting through")).toBeTruthy();
});

describe("a handover with a code", () => {
  it("accepts six digits and sends them", () => {
    const { actions } = open(asking({ code: true }));
    expect(screen.queryByRole("button", { name: /Handed over/ })).toBeNull();
    clickButton("Enter the code");
    const field = screen.getByLabelText<HTMLInputElement>("Code from the recipient");
    expect([document.activeElement === field, field.inputMode]).toEqual([true, "numeric"]);
    setField(field, "01 23a4");
    expect(field.value).toBe("01234");
    setField(field, "0123456");
    expect(field.value).toBe("012345");
    confirm("Handed over Slide or tap", "Yes, handed over");
    expect(actions).toMatchObject([{ report: { code: "012345" } }]);
  });

  it("clears a wrong code and shows the remaining tries", () => {
    const { become } = open(asking({ code: true }));
    setField(screen.getByLabelText("Code from the recipient"), "012345");
    become(asking({ code: true }, { codeTriesLeft: 3 }));
    expect(screen.getByText("Wrong code. 3 tries left.")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Code from the recipient").value).toBe("");
    expect(button("Enter the code")).toBeDefined();
  });

  it("refers to the dispatcher after the last try and continues after an override", () => {
    const { become, actions } = open(asking({ code: true }, { codeTriesLeft: 0 }));
    expect(screen.getByRole("alert").textContent).toBe(
      "The code is blocked after five wrong tries. Call the dispatcher, who can let you go on without it.",
    );
    expect(screen.queryByRole("button", { name: /Handed over/ })).toBeNull();
    expect(screen.getAllByRole("link", { name: "Call the dispatcher" })).toHaveLength(1);
    become(asking({ code: true }, { codeTriesLeft: 0, isCodeOverridden: true }));
    expect(screen.getByText("Go on without the code")).toBeDefined();
    confirm("Handed over Slide or tap", "Yes, handed over");
    expect(actions).toMatchObject([{ report: {} }]);
  });
});

describe("a handover with a photo", () => {
  it("opens the camera and stores the photo for this attempt at this stop", () => {
    const { added } = open(asking({ photo: true }, { attempts: 1 }));
    expect(screen.getByText(/second try/)).toBeDefined();
    const [field] = camera("Photo");
    expect([field?.accept, field?.getAttribute("capture")]).toEqual(["image/*", "environment"]);
    const blob = new File(["x"], "x.jpg", { type: "image/jpeg" });
    fireEvent.change(field as HTMLInputElement, { target: { files: [blob] } });
    expect(added).toEqual([
      { orderId: "7", position: 1, attempt: 1, kind: "photo", signerName: null, blob, instead: undefined },
    ]);
  });

  it("replaces each of up to three photos", () => {
    const { added, actions } = open(asking({ photo: true }), [{}, {}, {}, { position: 2 }]);
    expect(screen.queryByLabelText("Another photo")).toBeNull();
    const blob = new File(["x"], "x.jpg");
    fireEvent.change(camera("Take photo 2 again")[0] as HTMLInputElement, { target: { files: [blob] } });
    expect(added).toMatchObject([{ instead: "f1", position: 1 }]);
    confirm("Handed over Slide or tap", "Yes, handed over");
    expect(actions).toMatchObject([{ report: { files: ["f0", "f1", "f2"] } }]);
  });
});

describe("a handover with a signature", () => {
  it("suggests the recipient's name and rejects an empty signature", () => {
    open(asking({ signature: true }));
    fireEvent.click(screen.getAllByRole("button", { name: "Get a signature" })[0] as HTMLElement);
    const sheet = within(openDialog());
    expect(sheet.getByLabelText<HTMLInputElement>("Signer’s name").value).toBe("Мария");
    expect(sheet.getByRole<HTMLButtonElement>("button", { name: "Save signature" }).disabled).toBe(true);
  });

  it("sends the signature with the signer's name", () => {
    const { actions } = open(asking({ signature: true }), [{ kind: "signature", signerName: "Пётр" }]);
    expect(screen.getByText("Signed by Пётр")).toBeDefined();
    confirm("Handed over Slide or tap", "Yes, handed over");
    expect(actions).toMatchObject([{ report: { signerName: "Пётр", files: ["f0"] } }]);
  });
});

it("requires proof at a pickup, which cannot fail", () => {
  const pickup = { ...stop, proof: { ...stop.proof, code: true } };
  const { actions } = open({ ...job, status: "assigned", pickup });
  expect(screen.queryByRole("button", { name: "Can’t deliver" })).toBeNull();
  setField(screen.getByLabelText("Code from the recipient"), "111111");
  confirm("Picked up Slide or tap", "Yes, picked up");
  expect(actions).toMatchObject([{ step: { type: "pick_up" }, report: { code: "111111" } }]);
});

it("shows before the pickup when the goods are ready, without keeping the courier from taking them", () => {
  const readyAt = new Date(NOW.getTime() + 20 * 60_000).toISOString();
  const { actions, become } = open({ ...job, status: "assigned", readyAt });
  expect(screen.getByText(/^Ready at \d/)).toBeDefined();
  confirm("Picked up Slide or tap", "Yes, picked up");
  expect(actions).toMatchObject([{ step: { type: "pick_up" } }]);
  become({ ...job, readyAt });
  expect(screen.queryByText(/^Ready/)).toBeNull();
});

describe("a failed handover", () => {
  const reasons = () =>
    within(screen.getByRole("region", { name: "What’s wrong?" }))
      .getAllByRole<HTMLButtonElement>("button")
      .map((one) => [one.textContent, one.disabled] as const);

  it("delays the absence reasons by the waiting time and allows all others at once", () => {
    open(job);
    clickButton("Can’t deliver");
    expect(screen.getByRole("timer").textContent).toBe("4:00");
    expect(screen.getByText(/^Wait until 1:10\sPM$/)).toBeDefined();
    expect(reasons()).toEqual([
      [expect.stringMatching(/^Nobody is thereOnly from 1:10\sPM$/), true],
      ["The recipient refuses the order", false],
      ["The address is wrong", false],
      [expect.stringMatching(/^I can’t get inOnly from 1:10\sPM$/), true],
      ["The goods are damaged", false],
      ["Something else", false],
    ]);
  });

  it("allows the absence reason once the waiting time has elapsed", async () => {
    open(at({ arrivedAt: minutesAgo(9.99) }));
    clickButton("Can’t deliver");
    expect(reasons()[0]?.[1]).toBe(true);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(reasons()[0]).toEqual(["Nobody is there", false]), PATIENCE_MS);
  });

  it("shows the next step and reports the reason, calls and photos in two taps", () => {
    const { actions } = open(at({ arrivedAt: minutesAgo(11) }), [{}]);
    fireEvent.click(screen.getAllByRole("link", { name: "Call Мария" })[0] as HTMLElement);
    clickButton("Can’t deliver");
    fireEvent.click(screen.getByRole("link", { name: "Call Мария again (1 call)" }));
    expect(screen.getByText(/^Next: the shop decides/)).toBeDefined();
    clickButton("Nobody is there");
    expect(screen.getByText("Nobody is there. Reporting…")).toBeDefined();
    expect(actions).toEqual([]);
    act(() => vi.advanceTimersByTime(UNDO_MS));
    expect(actions).toEqual([
      {
        type: "step",
        orderId: "7",
        step: { type: "fail", dropoff: 0 },
        report: { failure: { code: "recipient_absent", comment: null }, calls: 2, files: ["f0"] },
      },
    ]);
    expect(button("Can’t deliver")).toBeDefined();
  });

  it("reports nothing when the courier undoes it within a few seconds", () => {
    const { actions } = open(job);
    clickButton("Can’t deliver");
    clickButton("The goods are damaged");
    clickButton("Undo");
    act(() => vi.advanceTimersByTime(2 * UNDO_MS));
    expect(actions).toEqual([]);
    expect(button("Can’t deliver")).toBeDefined();
  });

  it("sends the report when the page is hidden", () => {
    const { actions } = open(job);
    clickButton("Can’t deliver");
    clickButton("The goods are damaged");
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(actions).toHaveLength(1);
    act(() => vi.advanceTimersByTime(2 * UNDO_MS));
    expect(actions).toHaveLength(1);
  });

  it("sends a comment with the reason Other", () => {
    const { actions } = open(at({ attempts: 1 }));
    clickButton("Can’t deliver");
    clickButton("Something else");
    expect(button("Describe what happened").disabled).toBe(true);
    setField(screen.getByLabelText("What happened?"), "  The lift is stuck. ");
    clickButton("Report and go on");
    act(() => vi.advanceTimersByTime(UNDO_MS));
    expect(actions).toMatchObject([
      {
        step: { type: "fail", dropoff: 0, attempt: 1 },
        report: { failure: { code: "other", comment: "The lift is stuck." }, calls: 0 },
      },
    ]);
  });

  it.each([
    ["ask", 1, /the shop decides what happens to the goods. Wait here/],
    ["ask", 2, /keep the goods and go on/],
    ["return", 1, /take the goods back to the pickup/],
    ["return", 2, /You take them back after the other stops/],
    ["leave", 1, /leave the goods at the door/],
    ["leave", 2, /leave the goods at the door/],
  ] as const)(
    "shows for the undeliverable action %s with %d dropoffs a next step that matches %s",
    (ifUndeliverable, count, text) => {
      const others = Array.from({ length: count - 1 }, () => ({ ...door, arrivedAt: null }));
      open({ ...job, ifUndeliverable, dropoffs: [door, ...others] });
      clickButton("Can’t deliver");
      expect(screen.getByText(text)).toBeDefined();
    },
  );

  it("offers the code and payment reasons at a stop with a code and a payment", () => {
    open(asking({ code: true }, { payment: { type: "cash", rubles: 500 } }), [], "ru");
    clickButton("Не получается вручить");
    expect([button("Код не подходит").disabled, button("Не получается с оплатой").disabled]).toEqual([
      false,
      false,
    ]);
  });
});

it("takes goods over from another courier first and reports the takeover", () => {
  const takeover = {
    fromName: "Олег",
    fromPhone: "+79115550001",
    latitude: 59.94,
    longitude: 30.3,
    since: minutesAgo(3),
  };
  const { actions } = open(at({ arrivedAt: null }, { takeover }));
  expect(doing()).toBe("Take the order from another courier");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Олег");
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Call Олег" }).href).toBe("tel:+79115550001");
  confirm("Taken over Slide or tap", "Yes, I have it");
  expect(actions).toMatchObject([{ type: "step", orderId: "7", step: { type: "take_over" } }]);
});

describe("a stop's card", () => {
  const current = () => within(screen.getAllByRole("article")[0] as HTMLElement);

  it("quotes its own recipient's note only", () => {
    const other = { ...door, arrivedAt: null, note: "Ring twice" };
    open({ ...job, dropoffs: [{ ...door, note: "Baby is asleep, knock" }, other] });
    expect(current().getByText("“Baby is asleep, knock”")).toBeDefined();
    expect(current().queryByText(/Ring twice/)).toBeNull();
    expect(screen.getByText("“Ring twice”")).toBeDefined();
  });

  it("shows the payment, the door details and the shop's comment", () => {
    const way = { entrance: 2n, intercom: "14K", floor: 4n, apartment: 14n } as unknown as typeof address;
    open(
      at(
        {
          payment: { type: "cash", rubles: 1250 },
          address: { ...address, ...way, instructions: "Through the yard" },
        },
        { comment: "Fragile" },
      ),
    );
    expect(current().getByText(/Pay for the goods in cash/).parentElement?.textContent).toContain("₽1,250");
    expect(
      current()
        .getAllByRole("term")
        .map(({ textContent }) => textContent),
    ).toEqual(["Entrance", "Intercom", "Floor", "Apartment"]);
    expect(current().getByText("Through the yard")).toBeDefined();
    expect(current().getByText("Fragile")).toBeDefined();
  });

  it("shows the road distance and the chosen navigation app", () => {
    const leg = {
      geometry: encodePolyline([
        { latitude: 59.93, longitude: 30.33 },
        { latitude: 59.9426, longitude: 30.33 },
      ]),
      durationSeconds: 310,
    };
    open(at({ arrivedAt: null }, { way: [null, leg] }));
    expect(doing()).toBe("On the way to the recipient");
    expect(current().getByText(/, 1.4 km, 5 minutes/)).toBeDefined();
    fireEvent.click(current().getByRole("button", { name: "Directions" }));
    fireEvent.click(within(openDialog()).getByRole("link", { name: "2GIS" }));
    const link = current().getByRole<HTMLAnchorElement>("link", { name: "Directions in 2GIS" });
    expect(link.href).toBe("https://2gis.ru/directions/tab/bicycle/points/%7C30.33,59.93");
    fireEvent.click(current().getByRole("button", { name: "Choose another app" }));
    expect(within(openDialog()).getAllByRole("link")).toHaveLength(4);
  });

  it("names the address of each button for directions at the door", () => {
    open(at({ address: { ...address, street: "Лиговский проспект", building: "50" } }));
    const buttons = screen.getAllByRole("button", { name: /^Directions/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      "Directions: Невский проспект, 28",
      "Directions: Лиговский проспект, 50",
    ]);
  });
});

describe("after a failure", () => {
  const failed = { failedAt: minutesAgo(1), failureCode: "refused", attempts: 1 } as const;

  it("shows the deadline of an open question and no other step", () => {
    const order = at({ ...failed, resolution: "ask", answerUntil: minutesAgo(-15) });
    open(order);
    expect(doing()).toBe("Wait for an answer");
    expect(screen.getByText(/^Waiting for the shop until 1:19\sPM$/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Slide or tap/ })).toBeNull();
  });

  it("shows a question that is not sent yet", () => {
    open(at({ ...failed, resolution: "ask" }));
    expect(screen.getByText("The shop is asked once you’re back online")).toBeDefined();
  });

  it("leads back to the pickup and records the return there", () => {
    const back = at({ ...failed, resolution: "return" }, { returnState: "on_the_way" });
    const { actions, become } = open(back);
    expect(doing()).toBe("Taking the goods back");
    clickButton("I’m back at the pickup");
    become({ ...back, returnArrivedAt: NOW.toISOString() });
    expect(doing()).toBe("Return the goods");
    confirm("Returned to sender Slide or tap", "Yes, returned");
    expect(actions.map((action) => action.type === "step" && action.step)).toEqual([
      { type: "arrive_back" },
      { type: "give_back" },
    ]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("returns all goods of an order cancelled after the pickup", () => {
    open({ ...job, status: "cancelled", returnState: "on_the_way", dropoffs: [door, door] });
    expect(screen.getByRole("alert").textContent).toBe("The order was cancelled. Bring it back.");
    expect(screen.getByText("Goods of dropoffs 1 and 2")).toBeDefined();
  });

  it("continues with the other stops and shows each stop's outcome", () => {
    const requested = { ...door, ...failed, resolution: "ask" } as const;
    const goesBack = { ...requested, resolution: "return" } as const;
    const left = { ...requested, resolution: "leave" } as const;
    open({ ...job, dropoffs: [requested, goesBack, left, { ...door, arrivedAt: null }] });
    expect(doing()).toBe("On the way to dropoff 4 of 4");
    const folds = [...document.querySelectorAll("summary")].map((one) => one.textContent);
    expect(folds.slice(-4)).toEqual([
      expect.stringMatching(/^Pickup.*Done$/),
      expect.stringMatching(/Waiting for an answer$/),
      expect.stringMatching(/Goes back$/),
      expect.stringMatching(/Left at the door$/),
    ]);
  });
});

describe("an arrival", () => {
  const near = (latitude: number) =>
    act(() =>
      setDevicePosition({ ...address, latitude, heading: null, accuracyMeters: 10, at: minutesAgo(0) }),
    );
  const arrived = { type: "step", orderId: "7", step: { type: "arrive", dropoff: 0 } };
  afterEach(() => act(() => setDevicePosition(null)));

  it("is recorded at once near the stop", () => {
    near(59.931);
    const { actions } = open(at({ arrivedAt: null }));
    clickButton("I’m here");
    expect(actions).toEqual([arrived]);
  });

  it("asks for confirmation far from the stop", () => {
    near(59.966);
    const { actions } = open(at({ arrivedAt: null }));
    clickButton("I’m here");
    expect(openDialog().textContent).toContain("You are 4 km away. Mark anyway?");
    clickButton("Not yet");
    expect(actions).toEqual([]);
    clickButton("I’m here");
    clickButton("Mark anyway");
    expect(actions).toEqual([arrived]);
  });
});

describe("messages to the recipient", () => {
  it("are ready sentences as codes or own words, below the conversation", () => {
    const messages = [
      { id: "1", at: minutesAgo(2), isFromCourier: true, code: "downstairs", text: "" },
      { id: "2", at: minutesAgo(1), isFromCourier: false, code: null, text: "<b>Second door</b>" },
    ] as const;
    const { actions } = open(at({ messages }));
    expect(screen.getByText("<b>Second door</b>")).toBeTruthy();
    expect(screen.getAllByText("I’m downstairs")).toHaveLength(2);
    clickButton("I’ll be about 5 minutes late");
    const [, field] = screen.getAllByLabelText("In your own words");
    fireEvent.change(field as HTMLElement, { target: { value: " Blue van " } });
    clickButton("Send");
    const message = { type: "message", orderId: "7", dropoff: 0 };
    expect(actions).toEqual([
      { ...message, code: "late", text: "" },
      { ...message, code: null, text: "Blue van" },
    ]);
  });

  it("cannot be written before the pickup", () => {
    open({ ...job, status: "assigned" });
    expect(screen.queryByText("Message the recipient")).toBeNull();
  });
});
