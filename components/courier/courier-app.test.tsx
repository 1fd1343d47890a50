import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CourierApp } from "@/components/courier/courier-app";
import type { AppState } from "@/lib/courier-app/app-state";
import type { CourierTask } from "@/lib/orders/fulfillment/carried-order";
import { PLAIN_CARRIED_DROPOFF } from "@/testing/dropoff-values";
import { FakeIndexedDb, indexedDbGlobals } from "@/testing/fake-indexed-db";
import { FakeSource } from "@/testing/fake-source";
import { clickButton, openService, renderWithProviders } from "@/testing/render";

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
let service: Awaited<ReturnType<typeof openService>>;
let answered: (path: string, body: string) => { status: number; body?: unknown };

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
beforeEach(async () => {
  phone.isFull = false;
  requests = [];
  answered = () => ({ status: 204 });
  service = await openService((request, body) => {
    const path = request.url ?? "";
    if (request.method === "POST") requests.push({ path, body });
    return request.method === "POST" ? answered(path, body) : { status: 503 };
  });
});
afterEach(async () => {
  cleanup();
  await service.close();
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

  it("a photo stays and is uploaded after its step", async () => {
    open({
      job: { ...job, arrivedAt: job.acceptedAt, pickup: { ...stop, proof: { ...stop.proof, photo: true } } },
    });
    const [camera] = screen.getAllByLabelText<HTMLInputElement>("Photo");
    fireEvent.change(camera as HTMLInputElement, {
      target: { files: [new File(["x"], "x.jpg", { type: "image/jpeg" })] },
    });
    await screen.findByLabelText("Take photo 1 again");
    await screen.findByText("Your phone is full");
    clickButton("Picked up Slide or tap");
    clickButton("Yes, picked up");
    await waitFor(() =>
      expect(paths()).toEqual(["/courier/steps", expect.stringMatching(/^\/courier\/proofs\?/)]),
    );
  });
});
