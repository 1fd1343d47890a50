import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CourierApp } from "@/components/courier-app/courier-app";
import { setDevicePosition } from "@/components/courier-app/device-position";
import type { AppState } from "@/lib/courier-app/app-state";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";
import { PLAIN_CARRIED_DROPOFF } from "@/testing/dropoff-values";
import { FakeIndexedDb, indexedDbGlobals } from "@/testing/fake-indexed-db";
import { FakeSource } from "@/testing/fake-source";
import { clickButton, renderWithProviders, setField } from "@/testing/render";

const stop = {
  address: {
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
  },
  contact: { value: "+78125550100", name: "Мария", type: "phone" },
  proof: { photo: false, code: false, signature: false },
  codeTriesLeft: 5,
  isCodeOverridden: false,
} as const;
const job: CourierTask = {
  orderId: "7",
  orderCode: "AB12",
  status: "assigned",
  deliveryTime: null,
  comment: null,
  acceptedAt: new Date().toISOString(),
  arrivedAt: null,
  pickup: stop,
  dropoffs: [
    {
      ...stop,
      ...PLAIN_CARRIED_DROPOFF,
      cargoSize: "S",
      payment: null,
      distanceMeters: 1200,
      durationSeconds: 300,
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
    },
  ],
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
  isOnShift: false,
  breakSince: null,
  job: null,
  cancelled: null,
  tracker: { url: "https://go.example/gps", deviceToken: "x" },
  dispatcherPhone: null,
  cashRubles: 0,
  toLeave: null,
  toHandOver: null,
  today: { rubles: null, orders: 0 },
  finished: [],
  messages: [],
  pushKey: null,
};

// The app opens its database once.
const phone = new FakeIndexedDb();
let requests: { path: string; body: string }[];
let answer: (path: string) => Response;

beforeAll(() => {
  vi.stubGlobal("EventSource", FakeSource);
  // These stay, since transactions may end after the test.
  Object.assign(globalThis, indexedDbGlobals(phone));
  // As on an origin that is not secure.
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  // Like a photo that the browser cannot decode: happy-dom encodes none.
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("No decoder")));
  const geolocation = { watchPosition: () => 1, clearWatch: () => {}, getCurrentPosition: () => {} };
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  phone.isFull = false;
  requests = [];
  answer = () => new Response(null, { status: 204 });
  // happy-dom never ends the upload of a file.
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (method !== "POST") return new Response(null, { status: 503 });
    requests.push({ path, body: String(body) });
    return answer(path);
  });
});
afterEach(async () => {
  // What the app still sends and stores belongs to this test.
  await phone.settle();
  cleanup();
  await phone.settle();
  phone.empty();
  setDevicePosition(null);
  localStorage.clear();
});

const open = (shown: Partial<AppState>, locale: "en" | "ru" = "en") =>
  renderWithProviders(
    <CourierApp initial={{ ...state, ...shown }} keepsOffline={false} styleUrl={null} />,
    locale,
  );
const paths = () => requests.map(({ path }) => path);

describe("on a phone without space", () => {
  beforeEach(() => {
    phone.isFull = true;
  });

  it("a tap is sent and the app says that the phone is full", async () => {
    open({}, "ru");
    clickButton("Начать смену");
    await waitFor(() => expect(paths()).toContain("/courier/shift"));
    await screen.findByText("На телефоне нет места");
  });

  const takePhoto = () => {
    open({
      job: { ...job, arrivedAt: job.acceptedAt, pickup: { ...stop, proof: { ...stop.proof, photo: true } } },
    });
    const [camera] = screen.getAllByLabelText<HTMLInputElement>("Photo");
    fireEvent.change(camera as HTMLInputElement, {
      target: { files: [new File(["x"], "x.jpg", { type: "image/jpeg" })] },
    });
  };

  it("a photo taken before the stored ones are read stays", async () => {
    takePhoto();
    clickButton("Picked up Slide or tap");
    await phone.settle();
    clickButton("Yes, picked up");
  });

  it("a photo stays and is uploaded after its step", async () => {
    takePhoto();
    await screen.findByLabelText("Take photo 1 again");
    await screen.findByText("Your phone is full");
    clickButton("Picked up Slide or tap");
    clickButton("Yes, picked up");
    await waitFor(() => expect(paths().join()).toMatch(/\/courier\/proofs\?/));
    await waitFor(() => expect(paths()).toContain("/courier/steps"));
  });
});

describe("a wrong code", () => {
  const refuse = () => {
    const refusal = { error: { id: "courier.code_wrong" } };
    answer = (path) =>
      path === "/courier/steps"
        ? Response.json(refusal, { status: 409 })
        : new Response(null, { status: 204 });
  };
  const [only] = job.dropoffs;
  const atDoor = {
    ...only,
    arrivedAt: job.acceptedAt,
    proof: { ...stop.proof, code: true },
  } as (typeof job.dropoffs)[number];
  const handOver = (dropoffs: CourierTask["dropoffs"]) => {
    refuse();
    open({ job: { ...job, status: "in_progress", arrivedAt: job.acceptedAt, dropoffs } });
    setField(screen.getByLabelText("Code from the recipient"), "012345");
    clickButton("Handed over Slide or tap");
    clickButton("Yes, handed over");
  };

  it("is asked for again at the door, without a number where there is one dropoff", async () => {
    handOver([atDoor]);
    await screen.findByText("The code was wrong. Ask for it again.");
  });

  it("is named with the number of the dropoff", async () => {
    handOver([atDoor, only as (typeof job.dropoffs)[number]]);
    await screen.findByText("The code at dropoff 1 was wrong. Ask for it again.");
  });

  it("sends a courier back who is away", async () => {
    const at = new Date().toISOString();
    setDevicePosition({ latitude: 59.95, longitude: 30.33, heading: null, accuracyMeters: 10, at });
    handOver([atDoor]);
    await screen.findByText("The code was wrong. Go back and ask for it again.");
  });
});

describe("an arrival that can be undone", () => {
  it("says when others see it, in a bar that moves nothing", async () => {
    open({ job });
    clickButton("I’m at the pickup");
    const text = await screen.findByText("Marked as arrived. Others see it in 10 s.");
    expect(text.closest(".held")?.classList.contains("h-0")).toBe(true);
    expect(requests).toEqual([]);
    clickButton("Undo");
    await waitFor(() => expect(screen.queryByText(/^Marked as arrived/)).toBeNull());
  });
});

it("reads the phone's storage only while something waits", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  try {
    open({});
    await act(async () => phone.settle());
    const { transactions } = phone;
    await act(async () => vi.advanceTimersByTime(60_000));
    await act(async () => phone.settle());
    expect(phone.transactions).toBe(transactions);
  } finally {
    vi.useRealTimers();
  }
});

it("closes the menu when the shift ends with an order", async () => {
  open({ job, isOnShift: true });
  clickButton("Menu");
  clickButton("End shift");
  clickButton("End shift", screen.getByRole("dialog", { name: "End your shift?" }));
  await waitFor(() => expect(document.querySelectorAll("dialog[open]")).toHaveLength(0));
  await screen.findByText(/^You’re off shift\. Your location isn’t being sent/);
});

describe("a route of two orders", () => {
  const collected = { status: "in_progress", arrivedAt: job.acceptedAt } as const;
  const second: CourierTask = { ...job, orderId: "8", orderCode: "CD34", shop: { name: "Flora" } };
  const route = [
    { orderId: "8", kind: "collect", stopPosition: 0 },
    { orderId: "7", kind: "deliver", stopPosition: 1 },
    { orderId: "8", kind: "deliver", stopPosition: 1 },
  ] as const;

  it("asks for each order at their pickup without another arrival, and lists the stops of the other order", async () => {
    open({ job: second, laterJobs: [{ ...job, ...collected }], route });
    clickButton("Picked up Slide or tap");
    clickButton("Yes, picked up");
    await waitFor(() => expect(requests.map(({ body }) => JSON.parse(body).orderId)).toEqual(["8"]));
    await screen.findByText("On the way to the recipient");
    fireEvent.click(screen.getByText("Then 1 stop for other orders"));
    expect(screen.getByText(/^Dropoff/).textContent).toBe("Dropoff · CD34 · Flora");
  });

  const at = new Date().toISOString();
  const until = new Date(Date.now() + 60_000).toISOString();
  const offer = { at, until, from: null, toPickup: null, toDropoffs: [] };
  const offered = {
    laterJobs: [{ ...second, acceptedAt: null, offer }],
    route: [{ orderId: "7", kind: "collect", stopPosition: 0 } as const, ...route],
  };

  it("shows no offer of another order on the way", () => {
    open({ job, ...offered });
    expect(screen.queryByText("Flora")).toBeNull();
  });

  it("shows the offer at a stop, and accepts it there", async () => {
    open({ job: { ...job, arrivedAt: job.acceptedAt }, ...offered });
    clickButton("Accept");
    await waitFor(() => expect(requests.map(({ body }) => JSON.parse(body).orderId)).toEqual(["8"]));
    await screen.findByText("Then 2 stops for other orders");
  });
});
