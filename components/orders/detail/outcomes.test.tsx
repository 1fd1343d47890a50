import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { OpenProblems, OpenQuestions } from "@/components/orders/detail/open-issues";
import { CancellationNote, ReturnNote } from "@/components/orders/detail/order-notes";
import type {
  FailureState,
  OrderPageView,
  ProofState,
  StopState,
} from "@/components/orders/detail/order-state";
import { PriceCard } from "@/components/orders/detail/price-card";
import { StopList } from "@/components/orders/detail/stop-list";
import type { FormAction } from "@/components/ui/form-state";
import { clickButton, dialogIsClosed, openDialog, renderWithProviders } from "@/testing/render";
import { submitForm } from "@/testing/submit-form";
import { makeTrackedStop } from "@/testing/tracked-stop";

const NOW = Date.now();
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000 + 30_000).toISOString();
const AT = inMinutes(-5);

const failed = (change: Partial<FailureState> = {}): StopState =>
  makeTrackedStop({
    attempts: 1,
    failure: {
      reason: "recipient_absent",
      comment: "Домофон молчит",
      at: AT,
      calls: 2,
      resolution: "ask",
      answerUntil: inMinutes(12),
      ...change,
    },
  });
const order = (stops: readonly StopState[], change: Partial<OrderPageView> = {}) =>
  ({
    code: "ABCD-1234",
    status: "in_progress",
    driver: { name: "Алексей" },
    stops: [makeTrackedStop({ completedAt: AT }), ...stops],
    wayBack: null,
    returnPrice: 120,
    unansweredAction: "return",
    charges: [],
    total: 350,
    price: 350,
    routingMode: "sequential",
    resource: { routing: "roads" },
    ...change,
  }) as OrderPageView;

/** The submitted answers. */
let sent: Record<string, string>[];
beforeEach(() => {
  sent = [];
});
const answer: FormAction = (_, form) =>
  submitForm(form, async (values) => {
    sent.push(values);
    return undefined;
  });
const text = () => document.body.textContent ?? "";

it("a direction mark in a name leaves the phone number next to it as it is", () => {
  const [name, value] = ["Anna\u202E", "8 (916) 123-45-67 доб. 123"];
  const contact = { name, value, type: "phone" } as const;
  renderWithProviders(<StopList now={NOW} order={order([makeTrackedStop({ contact })])} />);
  for (const stored of [name, value]) expect(screen.getByText(stored).tagName).toBe("BDI");
});

it("a cancelled order shows its reason in words, without the code of the API", () => {
  const cancellation = { reason: "duplicate", comment: null };
  renderWithProviders(<CancellationNote order={order([])} cancellation={cancellation} />);
  expect(text()).toBe("Cancelled: Ordered twice");
});

describe("an open question", () => {
  it("shows the time left and each answer's price and submits the answer for its stop", async () => {
    renderWithProviders(
      <OpenQuestions order={order([makeTrackedStop(), failed()])} now={NOW} action={answer} />,
    );
    expect(text()).toContain("nobody was there");
    expect(text()).toContain("Домофон молчит");
    expect(text()).toContain("1 try · 2 calls from the app");
    expect(text()).toContain("Answer in 12 min. Otherwise the courier brings it back.");
    expect(text()).toContain("The return costs ₽120.");
    clickButton("Bring it back");
    expect(openDialog().textContent).toContain("The return costs ₽120.");
    clickButton("Bring it back", openDialog());
    await waitFor(() => expect(sent).toEqual([{ code: "ABCD-1234", answer: "return", index: "2" }]));
    await dialogIsClosed();
  });

  it("is listed by its deadline and offers no third attempt", () => {
    const second = { ...failed({ answerUntil: inMinutes(3), reason: "refused" }), attempts: 2 };
    const { update } = renderWithProviders(
      <OpenQuestions order={order([failed(), second])} now={NOW} action={answer} />,
    );
    const [first, last] = screen.getAllByRole("region");
    expect(first?.textContent).toContain("the recipient refused it");
    expect(within(first as HTMLElement).queryByRole("button", { name: "Try again" })).toBeNull();
    expect(first?.textContent).toContain("Already tried twice");
    within(last as HTMLElement).getByRole("button", { name: "Try again" });
    update(
      <OpenQuestions
        order={order([failed({ resolution: "leave", answerUntil: null })])}
        now={NOW}
        action={answer}
      />,
    );
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("charges no second return and shows the account's setting", () => {
    const change = {
      wayBack: { state: "pending", eta: null, returnedAt: null },
      unansweredAction: "leave",
    } as const;
    renderWithProviders(<OpenQuestions order={order([failed()], change)} now={NOW} action={answer} />, "ru");
    expect(text()).toContain("За возврат доплаты нет.");
    expect(text()).toContain("Иначе курьер оставит заказ у двери.");
    expect(text()).not.toContain("120");
  });
});

describe("a recipient's feedback", () => {
  const problem = (isSettled: boolean): StopState =>
    makeTrackedStop({
      completedAt: AT,
      said: {
        messages: [],
        note: null,
        request: null,
        feedback: { value: "problem", text: "The box is open", at: AT, isSettled },
      },
    });

  it("is a problem until a user marks it as settled", async () => {
    renderWithProviders(
      <OpenProblems order={order([makeTrackedStop(), problem(false), problem(true)])} action={answer} />,
    );
    const [region, ...others] = screen.getAllByRole("region");
    expect(others).toEqual([]);
    expect(region?.textContent).toContain("The box is open");
    clickButton("Mark as settled");
    clickButton("Mark as settled", openDialog());
    await waitFor(() => expect(sent).toEqual([{ code: "ABCD-1234", index: "2" }]));
    await dialogIsClosed();
  });

  it("shows the note, whether the courier has seen it, and the rating at its stop", () => {
    const note = { text: "Code 4417", at: AT, isSeen: false };
    const messages = [
      { id: "1", at: AT, isFromCourier: true, code: "downstairs", text: "" },
      { id: "2", at: AT, isFromCourier: false, code: null, text: "<i>Coming</i>" },
    ] as const;
    const fine = { value: "fine", text: null, at: AT, isSettled: false } as const;
    const { update } = renderWithProviders(
      <StopList
        now={NOW}
        order={order([
          makeTrackedStop({
            said: { note, messages, request: { value: "leave", at: AT, isDecided: false }, feedback: null },
          }),
        ])}
      />,
    );
    expect(text()).toContain("Note from the recipient: Code 4417");
    expect(text()).toContain("not seen by the courier yet");
    expect(text()).toContain("Courier to the recipient: I’m downstairs");
    expect(text()).toContain("Recipient to the courier: <i>Coming</i>");
    update(
      <StopList
        now={NOW}
        order={order([
          makeTrackedStop({
            said: { messages: [], note: { ...note, isSeen: true }, request: null, feedback: fine },
          }),
        ])}
      />,
    );
    expect(text()).toContain("· seen by the courier");
    expect(text()).toContain("The recipient says everything is OK");
    update(<StopList now={NOW} order={order([problem(true)])} />);
    expect(text()).toContain(", settled");
  });
});

describe("a stop", () => {
  const proof: ProofState = {
    photos: ["11111111-1111-4111-8111-111111111111"],
    signature: "22222222-2222-4222-8222-222222222222",
    signerName: "Анна",
    code: "overridden",
    overrideReason: "her phone is dead",
    distanceMeters: 42,
  };

  it("shows the courier's proof and links each picture to its full size", () => {
    renderWithProviders(
      <StopList now={NOW} order={order([makeTrackedStop({ completedAt: AT, asked: ["photo"], proof })])} />,
    );
    const pictures = screen
      .getAllByRole("img")
      .map((image) => [image.getAttribute("src"), image.closest("a")?.getAttribute("href")]);
    const address = (id: string | null) => `/dashboard/orders/ABCD-1234/proof/${id}`;
    expect(pictures).toEqual(
      [proof.photos[0] ?? null, proof.signature].map((id) => [address(id), address(id)]),
    );
    expect(text()).toContain("Signed by Анна");
    expect(text()).toContain("Handed over without the code, allowed by an operator: her phone is dead");
    expect(text()).toContain("40 m from the address");
    expect(text()).not.toContain("Proof: photo");
  });

  it("shows the required proof and the pickup code until the stop is done", () => {
    const requested = { asked: ["photo", "code"], code: "654321" } as const;
    const { update } = renderWithProviders(
      <StopList now={NOW} order={order([], { stops: [makeTrackedStop(requested)] })} />,
    );
    expect(text()).toContain("Proof: photo, code");
    expect(text()).toContain("Code for the courier: 654321");
    update(
      <StopList
        now={NOW}
        order={order([], { stops: [makeTrackedStop({ ...requested, completedAt: AT })] })}
      />,
    );
    expect(text()).toContain("Picked up");
    expect(text()).not.toContain("654321");
  });

  it("shows a blocked code until an operator overrides it", () => {
    const blocked = { asked: ["code"], code: "654321", isCodeBlocked: true } as const;
    const { update } = renderWithProviders(
      <StopList now={NOW} order={order([], { stops: [makeTrackedStop(blocked)] })} />,
    );
    expect(text()).toContain("The code is blocked after five wrong tries.");
    expect(text()).not.toContain("654321");
    update(
      <StopList now={NOW} order={order([], { stops: [makeTrackedStop({ ...blocked, completedAt: AT })] })} />,
    );
    expect(text()).not.toContain("blocked");
  });

  it("shows the failure, the goods' resolution and an earlier attempt", () => {
    const { update } = renderWithProviders(
      <StopList now={NOW} order={order([failed({ resolution: "return", answerUntil: null })])} />,
    );
    expect(text()).toContain("Couldn’t hand over");
    expect(text()).toContain("Comes back to the pickup");
    update(<StopList now={NOW} order={order([makeTrackedStop({ attempts: 1 })])} />);
    expect(text()).toContain("One try has failed");
  });
});

describe("a return and its price", () => {
  it.each([
    ["pending", null, null, "Goods go back to the pickup after the remaining stops."],
    ["on_the_way", inMinutes(20), null, "Алексей is bringing goods back to the pickup.Expected back"],
    ["returned", null, AT, "Goods were given back"],
  ] as const)("shows its progress in the state %s", (state, eta, returnedAt, said) => {
    const wayBack = { state, eta, returnedAt };
    renderWithProviders(<ReturnNote order={order([], { wayBack })} wayBack={wayBack} />);
    expect(text()).toContain(said);
  });

  it("lists charges under the price with their sum, or nothing without charges", () => {
    const charges = [
      { type: "return", amount: 120, at: AT, why: "Goods are brought back to the pickup." },
      { type: "adjustment", amount: -20.5, at: AT, why: "the courier was late" },
    ] as const;
    const { update } = renderWithProviders(<PriceCard order={order([], { charges, total: 449.5 })} />);
    expect(text()).toMatch(/Return.*₽120/);
    expect(text()).toMatch(/Adjustmentthe courier was late · .*-₽20\.50/);
    expect(text()).toContain("Total with charges₽449.50");
    expect(text()).not.toContain("Goods are brought back");
    update(<PriceCard order={order([])} />);
    expect(text()).not.toContain("Total with charges");
    update(<PriceCard order={order([], { status: "cancelled", total: 0 })} />);
    expect(text()).toContain("To pay after cancellation₽0");
  });

  it("marks a price from straight lines and not one by road", () => {
    const resource = (routing: string) => ({ resource: { routing } as OrderPageView["resource"] });
    const { update } = renderWithProviders(<PriceCard order={order([], resource("estimate"))} />);
    expect(text()).toContain("Distances are in a straight line");
    update(<PriceCard order={order([], resource("roads"))} />);
    expect(text()).not.toContain("straight line");
  });
});
