import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FeedbackForm } from "@/components/tracking/feedback-form";
import { Conversation, NoteForm } from "@/components/tracking/note";
import { NotifyButton } from "@/components/tracking/notify-button";
import { RequestForm } from "@/components/tracking/request-form";
import { ShareButton } from "@/components/tracking/share-button";
import { MESSAGES } from "@/messages/messages";
import { clickButton, renderWithProviders } from "@/testing/render";

const { note: noteWords, feedback: feedbackWords, notify: notifyWords, share, copied } = MESSAGES.en.tracking;
const ADDRESS = "/t/abc";

/** Fakes the service's response. */
function answering(status: number) {
  const send = vi.fn(async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return new Response(null, { status });
  });
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", send);
  return { sent, send };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("messages of the courier", () => {
  it("are shown as plain text with their time, and a reply is sent", async () => {
    const { sent, send } = answering(204);
    const onSaved = vi.fn();
    const message = { isFromCourier: true, at: "2026-11-21T10:04:05.000Z", time: "13:04" };
    const messages = [
      { ...message, id: "1", text: "<b>I’m downstairs</b>" },
      { ...message, id: "2", isFromCourier: false, text: "Coming" },
    ];
    const words = MESSAGES.en.tracking;
    renderWithProviders(
      <Conversation address={ADDRESS} messages={messages} words={words} onSaved={onSaved} />,
    );
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "<b>I’m downstairs</b>Courier · 13:04",
      "ComingYou · 13:04",
    ]);
    const field = screen.getByLabelText(words.messages.label);
    fireEvent.change(field, { target: { value: "Second door" } });
    clickButton(words.note.save);
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect([send.mock.calls[0]?.[0], sent]).toEqual(["/t/abc/reply", [{ text: "Second door" }]]);
  });
});

describe("a note for the courier", () => {
  const text = () => screen.getByLabelText(noteWords.label, { selector: "textarea" });
  const showNote = (note: { text: string; isSeen: boolean } | null, onSaved = vi.fn()) => {
    renderWithProviders(<NoteForm address={ADDRESS} note={note} words={noteWords} onSaved={onSaved} />);
    return onSaved;
  };

  it("is sent, and the page requests the new state", async () => {
    const { sent, send } = answering(204);
    const onSaved = showNote(null);
    const fold = text().closest("details");
    fold?.setAttribute("open", "");
    fireEvent.change(text(), { target: { value: "Code 4417" } });
    clickButton(noteWords.save);
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(await screen.findByText("Code 4417", { selector: "small" })).toBeTruthy();
    expect(fold?.open).toBe(false);
    expect(send.mock.calls[0]?.[0]).toBe("/t/abc/note");
    expect(sent).toEqual([{ text: "Code 4417" }]);
    expect(screen.getByText(noteWords.unseen)).toBeTruthy();
  });

  it("stays in its field when sending fails", async () => {
    answering(503);
    const onSaved = showNote(null);
    fireEvent.change(text(), { target: { value: "Code 4417" } });
    clickButton(noteWords.save);
    await screen.findByText(noteWords.failed);
    expect(text()).toHaveProperty("value", "Code 4417");
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("shows whether the courier has read it and can be removed", async () => {
    const { sent } = answering(204);
    const onSaved = showNote({ text: "Code 4417", isSeen: true });
    expect(screen.getByText(noteWords.seen)).toBeTruthy();
    clickButton(noteWords.remove);
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ text: "" }]);
  });

  it("works as a plain form", () => {
    showNote({ text: "Code 4417", isSeen: false });
    expect(screen.getByText(noteWords.unseen)).toBeTruthy();
    const form = text().closest("form");
    expect([form?.getAttribute("action"), form?.method]).toEqual(["/t/abc/note", "post"]);
  });
});

describe("sharing", () => {
  const showShare = () => renderWithProviders(<ShareButton title="Order" share={share} copied={copied} />);
  const status = () => screen.getByRole("paragraph").textContent;
  const label = () => screen.getByRole("button").textContent;
  /** A browser with these ways to share. */
  const browserWith = (ways: object) => vi.stubGlobal("navigator", { ...navigator, ...ways });
  afterEach(() => void vi.useRealTimers());

  it("shows that the link was copied for a few seconds and keeps its button", async () => {
    vi.useFakeTimers();
    const writeText = vi.fn(async () => {});
    browserWith({ share: undefined, clipboard: { writeText } });
    showShare();
    clickButton(share);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(writeText).toHaveBeenCalledExactlyOnceWith(window.location.origin + window.location.pathname);
    expect([label(), status()]).toEqual([share, copied]);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect([label(), status()]).toEqual([share, ""]);
  });

  it("shows the link where nothing can be copied, such as over plain HTTP", async () => {
    browserWith({ share: undefined, clipboard: undefined });
    showShare();
    clickButton(share);
    await waitFor(() => expect(status()).toBe(window.location.origin + window.location.pathname));
    expect(label()).toBe(share);
  });

  it("shows no message when the reader closes the share sheet", async () => {
    const openSheet = vi.fn(() => Promise.reject(new DOMException("closed", "AbortError")));
    browserWith({ share: openSheet, clipboard: undefined });
    showShare();
    clickButton(share);
    await act(async () => {});
    expect(openSheet).toHaveBeenCalledOnce();
    expect(status()).toBe("");
  });
});

describe("feedback", () => {
  const showFeedback = (feedback: { value: "fine" | "problem"; text: string | null } | null = null) =>
    renderWithProviders(<FeedbackForm address={ADDRESS} feedback={feedback} words={feedbackWords} />);

  it("shows thanks for a positive answer", async () => {
    const { sent } = answering(204);
    showFeedback();
    clickButton(feedbackWords.fine);
    await screen.findByText(feedbackWords.thanks);
    expect(sent).toEqual([{ value: "fine", text: "" }]);
  });

  it("sends a described problem, shows it, and can be withdrawn", async () => {
    const { sent } = answering(204);
    showFeedback();
    fireEvent.click(screen.getByText(feedbackWords.problem));
    expect(sent).toEqual([]);
    const text = screen.getByLabelText(feedbackWords.label);
    fireEvent.change(text, { target: { value: "The box is open" } });
    clickButton(feedbackWords.send);
    await screen.findByText("Sent to the shop: “The box is open”");
    expect(text.closest("details")?.open).toBe(false);
    clickButton(feedbackWords.fine);
    await screen.findByText(feedbackWords.thanks);
    expect(sent).toEqual([
      { value: "problem", text: "The box is open" },
      { value: "fine", text: "" },
    ]);
  });

  it("shows an error when it could not be sent", async () => {
    answering(409);
    showFeedback({ value: "problem", text: null });
    expect(screen.getByText(feedbackWords.told)).toBeTruthy();
    clickButton(feedbackWords.send);
    await screen.findByText(feedbackWords.failed);
  });
});

describe("a request after a failed attempt", () => {
  const { request: words } = MESSAGES.en.tracking;
  const requests = ["come_again", "leave", "later"] as const;
  const comeAgain = { value: "come_again", text: "The courier comes again.", price: "Price: ₽0" } as const;
  const form = (change: Partial<Parameters<typeof RequestForm>[0]>) => (
    <RequestForm
      address={ADDRESS}
      request={null}
      requests={requests}
      decisions={[]}
      words={words}
      onSent={vi.fn()}
      {...change}
    />
  );
  const showRequest = (request: "leave" | null, onSent = vi.fn()) => {
    renderWithProviders(form({ request, onSent }));
    return onSent;
  };

  it("is sent by a tap, and the page requests the new state", async () => {
    const { sent, send } = answering(204);
    const onSent = showRequest(null);
    clickButton(words.values.come_again);
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[0]).toBe("/t/abc/request");
    expect(sent).toEqual([{ value: "come_again" }]);
  });

  it("is shown once stored and can be changed", () => {
    showRequest("leave");
    expect(screen.getByRole("status").textContent).toContain("“Leave it at the door”");
    expect(screen.queryByRole("button", { name: words.values.leave })).toBeNull();
    expect(screen.getByRole("button", { name: words.values.later })).toBeTruthy();
  });

  it("shows an error when it could not be sent", async () => {
    answering(503);
    const onSent = showRequest(null);
    clickButton(words.values.later);
    await screen.findByText(words.failed);
    expect(onSent).not.toHaveBeenCalled();
  });

  it("is confirmed only after its price was shown, and the others stay available", async () => {
    const { sent } = answering(204);
    const onSent = vi.fn();
    renderWithProviders(form({ decisions: [comeAgain], onSent }));
    const fold = screen.getByText(words.values.come_again).closest("details");
    expect(fold?.textContent).toContain("Price: ₽0");
    expect(within(fold as HTMLElement).getAllByRole("button", { hidden: true })).toHaveLength(1);
    expect(screen.queryByRole("button", { name: words.values.come_again })).toBeNull();
    fold?.setAttribute("open", "");
    clickButton(words.confirm);
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ decision: "come_again" }]);
    clickButton(words.values.leave);
    await waitFor(() => expect(sent).toEqual([{ decision: "come_again" }, { value: "leave" }]));
  });

  it("shows a lasting error when the shop has decided meanwhile", async () => {
    answering(409);
    const onSent = vi.fn();
    const { update } = renderWithProviders(form({ decisions: [comeAgain], onSent }));
    screen.getByText(words.values.come_again).closest("details")?.setAttribute("open", "");
    clickButton(words.confirm);
    await screen.findByText(words.refused);
    expect(onSent).toHaveBeenCalledOnce();
    update(form({ requests: [], decisions: [], onSent }));
    expect(screen.getByRole("alert").textContent).toBe(words.refused);
  });
});

describe("notifications", () => {
  const showNotify = () =>
    renderWithProviders(<NotifyButton address={ADDRESS} publicKey="BKey" words={notifyWords} />);

  /** A browser that can show notifications. */
  function able(permission: NotificationPermission) {
    const toJSON = () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } });
    const subscribe = vi.fn(async () => ({ toJSON }));
    const requestPermission = vi.fn(async () => permission);
    const registration = { pushManager: { subscribe, getSubscription: async () => null } };
    const serviceWorker = { register: vi.fn(async () => registration), ready: Promise.resolve(registration) };
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", { permission, requestPermission });
    vi.stubGlobal("navigator", { ...navigator, serviceWorker });
    return { requestPermission, subscribe };
  }

  it("are requested only on a tap and remembered by the browser", async () => {
    const { sent } = answering(204);
    const { requestPermission, subscribe } = able("granted");
    const { leave } = showNotify();
    expect(requestPermission).not.toHaveBeenCalled();
    clickButton(notifyWords.ask);
    await screen.findByText(notifyWords.on);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "BKey" });
    expect(sent).toEqual([{ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }]);
    leave();
    showNotify();
    await screen.findByText(notifyWords.on);
  });

  it("show a message when blocked, unsupported or failed", async () => {
    answering(500);
    const { leave } = showNotify();
    clickButton(notifyWords.ask);
    await screen.findByText(notifyWords.unsupported);
    leave();
    able("denied");
    const { leave: leaveRefused } = showNotify();
    clickButton(notifyWords.ask);
    await screen.findByText(notifyWords.refused);
    leaveRefused();
    able("granted");
    showNotify();
    clickButton(notifyWords.ask);
    await screen.findByText(notifyWords.failed);
    expect(screen.getByText(notifyWords.ask)).toBeTruthy();
  });
});
