import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AlarmSound } from "@/components/courier-app/alarm-sound";
import { MessageSheet } from "@/components/courier-app/message-sheet";
import { OfferScreen } from "@/components/courier-app/offer-screen";
import { CancelledScreen, WaitingScreen } from "@/components/courier-app/shift-screens";
import type { AppState, OfferedTask } from "@/lib/courier-app/app-state";
import { describeOffer } from "@/lib/courier-app/describe-offer";
import type { CourierTask, CourierTaskDropoff, Offer } from "@/lib/orders/fulfillment/courier-task";
import { PLAIN_CARRIED_DROPOFF } from "@/testing/dropoff-values";
import { clickButton, renderWithProviders, setField } from "@/testing/render";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

const stop = {
  address: {
    latitude: 59.93,
    longitude: 30.33,
    area: "Санкт-Петербург",
    street: "Пушкина",
    building: "26",
    apartment: null,
    entrance: null,
    floor: null,
    intercom: null,
    instructions: null,
  },
  contact: { value: "+78125550100", name: "Мария", type: "phone" },
  proof: { photo: false, code: false, signature: false },
  codeTriesLeft: 5,
  isCodeOverridden: false,
} as const;
const door: CourierTaskDropoff = {
  ...stop,
  address: { ...stop.address, street: "Киевская", building: "6/1" },
  ...PLAIN_CARRIED_DROPOFF,
  cargoSize: "S",
  payment: null,
  distanceMeters: 3800,
  durationSeconds: 900,
  arrivedAt: null,
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
const offer: Offer = {
  at: NOW.toISOString(),
  until: later(180),
  from: { latitude: 59.92, longitude: 30.33 },
  toPickup: { distanceMeters: 1600, durationSeconds: 540, geometry: "" },
  toDropoffs: [{ distanceMeters: 3800, durationSeconds: 900, geometry: "" }],
};
const order: CourierTask = {
  orderId: "7",
  orderCode: "AB12",
  shop: { name: "Цветы «Полынь»" },
  payRubles: 412,
  offer,
  status: "assigned",
  deliveryTime: null,
  comment: null,
  acceptedAt: null,
  arrivedAt: null,
  pickup: stop,
  dropoffs: [door],
  ifUndeliverable: "ask",
  waitingMinutes: 10,
  returnState: null,
  returnArrivedAt: null,
  way: [],
  takeover: null,
};

const state: AppState = {
  courierName: "Анна",
  transport: "bike",
  isOnShift: true,
  breakSince: null,
  job: null,
  cancelled: null,
  tracker: { url: "https://go.example/gps", deviceToken: "x" },
  dispatcherPhone: null,
  cashRubles: 1250,
  toLeave: null,
  toHandOver: null,
  today: { rubles: 1840.5, orders: 5 },
  finished: [],
  messages: [],
  pushKey: null,
};

/** A fake sound that records whether it rings. */
function noted(): AlarmSound & { readonly isRinging: () => boolean } {
  let isRinging = false;
  return {
    unlock: () => {},
    start: () => {
      isRinging = true;
    },
    stop: () => {
      isRinging = false;
    },
    chime: () => {},
    isRinging: () => isRinging,
  };
}

function open(change: Partial<CourierTask> = {}, isConnected = true) {
  return openAll([{ ...order, ...change, offer }], {}, isConnected);
}

/** @param others of the state: the courier's accepted orders, and the route */
function openAll(
  orders: readonly [OfferedTask, ...OfferedTask[]],
  others: Partial<AppState> = {},
  isConnected = true,
) {
  const answers: string[] = [];
  const sound = noted();
  const [first, ...later] = orders;
  const offered = { ...state, job: first, laterJobs: later, ...others };
  const shown = renderWithProviders(
    <OfferScreen
      orders={orders}
      description={describeOffer(offered, orders)}
      styleUrl={null}
      isConnected={isConnected}
      onTake={() => void answers.push("take")}
      onRefuse={(reason) => void answers.push(reason)}
      sound={sound}
    />,
  );
  return { answers, sound, ...shown };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const timer = () => screen.getByRole("timer");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: NOW });
  // With saveData on, the map is not loaded.
  Object.assign(navigator, { connection: { saveData: true } });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe("an offer", () => {
  it("shows the shop, the pay, the distance and the duration", () => {
    open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("New order");
    expect(screen.getByText("Цветы «Полынь»")).not.toBeNull();
    expect(screen.getByText("₽412")).not.toBeNull();
    const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual(["5.4 km", "24 min", "S"]);
    const stops = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(stops).toEqual(["1Пушкина, 261.6 km away", "2Киевская, 6/1then 3.8 km"]);
  });

  it("shows several orders as one offer, with one pickup and the sum of the pay, and answers it once", () => {
    const second = { ...order, orderId: "8", offer, payRubles: 100, shop: { name: "Пекарня" } };
    const route: AppState["route"] = [
      { orderId: "7", kind: "collect", stopPosition: 0 },
      { orderId: "8", kind: "collect", stopPosition: 0 },
      { orderId: "8", kind: "deliver", stopPosition: 1 },
      { orderId: "7", kind: "deliver", stopPosition: 1 },
    ];
    const { answers } = openAll([{ ...order, offer }, second], { route });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("2 new orders");
    screen.getByText("Цветы «Полынь» and Пекарня");
    screen.getByText("₽512");
    const stops = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(stops).toEqual(["1Пушкина, 26", "2Киевская, 6/1", "3Киевская, 6/1"]);
    clickButton("Accept all 2");
    expect(answers).toEqual(["take"]);
  });

  it("shows the distance and time that one more order adds to the route", () => {
    const accepted = { ...order, acceptedAt: NOW.toISOString(), arrivedAt: NOW.toISOString() };
    const far = { ...door, address: { ...door.address, latitude: 59.94 } };
    const added = { ...order, orderId: "8", offer: { ...offer, from: stop.address }, dropoffs: [far] };
    const route: AppState["route"] = [
      { orderId: "7", kind: "collect", stopPosition: 0 },
      { orderId: "8", kind: "collect", stopPosition: 0 },
      { orderId: "7", kind: "deliver", stopPosition: 1 },
      { orderId: "8", kind: "deliver", stopPosition: 1 },
    ];
    openAll([added], { job: accepted, laterJobs: [added], route });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("One more order on your route");
    const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    // 0.01° to the north, by 1.35 of the straight line.
    expect(facts).toEqual(["1.5 km", "5 min", "S"]);
    screen.getByText("extra distance");
  });

  it("shows no pay while operators have set none", () => {
    open({ payRubles: null });
    expect(screen.queryByText(/₽/)).toBeNull();
  });

  it("shows the buyout, the deadline and the shop's comment", () => {
    const paid = { ...door, payment: { type: "cash", rubles: 1500 } as const };
    open({ dropoffs: [paid, paid], deliveryTime: later(7200), comment: "Хрупкое" });
    expect(screen.getByText("Pay for the goods: ₽3,000")).not.toBeNull();
    expect(screen.getByText(/^Deliver at/)).not.toBeNull();
    expect(screen.getByText("Хрупкое")).not.toBeNull();
  });

  it("shows when the goods are ready, until they are", () => {
    open({ readyAt: later(150) });
    expect(screen.getByText(/^Ready at \d/)).not.toBeNull();
    pass(151);
    expect(screen.queryByText(/^Ready/)).toBeNull();
  });

  it("shows all sizes, and the floors to which the courier carries", () => {
    const on = (floor: string, change: Partial<CourierTaskDropoff> = {}) => ({
      ...door,
      address: { ...door.address, floor: BigInt(floor) as unknown as null },
      ...change,
    });
    open({ dropoffs: [on("5", { cargoSize: "L" }), on("7"), on("9", { doorstep: false }), door] });
    expect(screen.getByText("4 parcels").parentElement?.textContent).toBe("4 parcelsS, L");
    expect(screen.getByText(/^To the door/).textContent).toBe("To the door, floors\u00a05 and 7");
  });

  it("counts down in service time and can still be accepted after the end", () => {
    localStorage.setItem("courier-clock-ahead-ms", "60000");
    const { answers } = open();
    expect(timer().textContent).toBe("2:00");
    pass(30);
    expect(timer().textContent).toBe("1:30");
    pass(91);
    expect(timer().textContent).toBe("0:00");
    expect(screen.getByText(/^Time is up/)).not.toBeNull();
    clickButton("Accept");
    expect(answers).toEqual(["take"]);
  });

  it("rings until its time is up", () => {
    const { sound } = open();
    expect(sound.isRinging()).toBe(true);
    pass(179);
    expect(sound.isRinging()).toBe(true);
    pass(2);
    expect(sound.isRinging()).toBe(false);
  });

  it("stops ringing and restores the title once it has left the screen", () => {
    document.title = "Courier";
    const { sound, leave } = open();
    pass(1);
    expect(document.title).toBe("● New order");
    leave();
    expect([sound.isRinging(), document.title]).toEqual([false, "Courier"]);
    pass(5);
    expect(document.title).toBe("Courier");
  });

  it("is silent while the sound is off", () => {
    localStorage.setItem("courier-sound", "off");
    expect(open().sound.isRinging()).toBe(false);
  });

  it.each([
    ["Too far away", "too_far"],
    ["Doesn’t fit or too heavy", "too_large"],
    ["Vehicle problem", "vehicle_problem"],
    ["I need a break", "no_time"],
    ["Another reason", "other"],
  ])("is rejected in one more tap with the reason %s", (said, reason) => {
    const { answers } = open();
    clickButton("Decline");
    clickButton(said);
    expect(answers).toEqual([reason]);
  });

  it("is not rejected when the courier only opens the reasons", () => {
    const { answers } = open();
    clickButton("Decline");
    clickButton("Back to the order");
    expect(answers).toEqual([]);
  });

  it("can be answered offline and shows when the answer is sent", () => {
    const { answers } = open({}, false);
    expect(screen.getByText(/^No network/)).not.toBeNull();
    clickButton("Accept");
    expect(answers).toEqual(["take"]);
  });
});

describe("the screen between orders", () => {
  const dismissed: string[] = [];
  const wait = (change: Partial<AppState> = {}, isUnlocated = false) =>
    renderWithProviders(
      <WaitingScreen
        state={{ ...state, ...change }}
        isUnlocated={isUnlocated}
        gps={null}
        onEnd={() => {}}
        onBreak={() => {}}
        onDismiss={(suggestedAt) => void dismissed.push(suggestedAt)}
      />,
    );
  const facts = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);

  it("shows the day's earnings, orders and cash in hand", () => {
    wait();
    expect(facts()).toEqual(["₽1,840.50", "5", "₽1,250"]);
  });

  it("shows no earnings without pay and no cash of zero", () => {
    wait({ today: { rubles: null, orders: 1 }, cashRubles: 0 });
    expect(facts()).toEqual(["1"]);
  });

  it("suggests where to wait, with a way there and a dismissal, but not on a break", () => {
    const suggestion = { latitude: 59.93, longitude: 30.33, minutes: 6, suggestedAt: NOW.toISOString() };
    wait({ suggestion });
    screen.getByRole("heading", { name: "Orders are more likely about 6 minutes from here" });
    clickButton("Directions");
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: /Google/ }).href).toContain("59.93,30.33");
    clickButton("Not now");
    expect(dismissed).toEqual([suggestion.suggestedAt]);
    cleanup();
    wait({ suggestion, breakSince: NOW.toISOString() });
    expect(screen.queryByText(/Orders are more likely/)).toBeNull();
  });

  it("promises no offers to a courier without a known position", () => {
    wait({}, true);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("No orders without your location");
    expect(screen.queryByText(/appear here by themselves/)).toBeNull();
  });
});

describe("a break", () => {
  it.each([
    ["Take a break", null, "You’re on shift", true],
    ["Continue", NOW.toISOString(), "You’re on a break", false],
  ])("offers to “%s”", (label, breakSince, title, isOn) => {
    const taps: boolean[] = [];
    renderWithProviders(
      <WaitingScreen
        state={{ ...state, breakSince }}
        isUnlocated={false}
        gps={null}
        onEnd={() => {}}
        onBreak={(on) => void taps.push(on)}
        onDismiss={() => {}}
      />,
    );
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    clickButton(label);
    expect(taps).toEqual([isOn]);
  });
});

it.each([
  ["customer_changed_mind", "Reason: The customer changed their mind"],
  ["Склад закрыт", "Reason: Склад закрыт"],
])("a cancelled order shows the reason %s in words", (reason, text) => {
  const cancelled = { orderId: "1", orderCode: "7KQ2-M4XR", reason };
  renderWithProviders(<CancelledScreen cancelled={cancelled} onSeen={() => {}} />);
  expect(screen.getByText(text)).toBeTruthy();
});

describe("messages from operators", () => {
  it("are shown together and marked as read up to the last one", () => {
    const read: string[] = [];
    const replies: string[] = [];
    const message = (id: string, text: string) => ({ id, text, sentAt: NOW.toISOString() });
    const messages = [message("9", "The gate is closed."), message("11", "Use the back door.")];
    renderWithProviders(
      <MessageSheet
        messages={messages}
        onRead={(upTo) => void read.push(upTo)}
        onReply={(text) => void replies.push(text)}
      />,
    );
    const sheet = within(screen.getByRole("dialog", { name: "Messages from dispatch" }));
    expect(sheet.getAllByRole("listitem").map((item) => item.firstChild?.textContent)).toEqual([
      "The gate is closed.",
      "Use the back door.",
    ]);
    clickButton("Got it");
    expect(read).toEqual(["11"]);
    clickButton("Reply");
    clickButton("Please call me");
    clickButton("Reply");
    setField(screen.getByLabelText("In your own words"), "  Which gate? ");
    clickButton("Send");
    expect([replies, read]).toEqual([
      ["Please call me", "Which gate?"],
      ["11", "11", "11"],
    ]);
  });
});
