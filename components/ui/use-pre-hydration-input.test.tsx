import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { usePreHydrationInput } from "@/components/ui/use-pre-hydration-input";

const AT_FIRST = { name: "Ann", note: "", size: "S", speed: "1", isFragile: false };

/** Holds each field, as forms do that show a price as one types. */
function Form({ speed = "1", onChange }: { speed?: string; onChange?: () => void }) {
  const box = usePreHydrationInput<HTMLFormElement>();
  const [held, setHeld] = useState({ ...AT_FIRST, speed });
  // Knows of no change since it was rendered.
  const change = (to: Partial<typeof AT_FIRST>) => {
    onChange?.();
    setHeld({ ...held, ...to });
  };
  return (
    <form ref={box}>
      <input aria-label="name" value={held.name} onChange={({ target }) => change({ name: target.value })} />
      <textarea
        aria-label="note"
        value={held.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {["S", "M"].map((size) => (
        <input
          key={size}
          type="radio"
          name="size"
          aria-label={size}
          checked={held.size === size}
          onChange={() => change({ size })}
        />
      ))}
      <select
        aria-label="speed"
        value={held.speed}
        onChange={({ target }) => change({ speed: target.value })}
      >
        <option value="1">1</option>
        <option value="8">8</option>
      </select>
      <input
        type="checkbox"
        aria-label="fragile"
        checked={held.isFragile}
        onChange={({ target }) => change({ isFragile: target.checked })}
      />
      <output>{JSON.stringify(held)}</output>
    </form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const held = () => JSON.parse(screen.getByRole("status").textContent);

/** Shows the form as the server renders it, lets a reader act, and then has the scripts come. */
function load(act: () => void) {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  document.body.append(container);
  act();
  return render(<Form />, { container, hydrate: true });
}

it("keeps every text and choice entered before the scripts loaded", async () => {
  load(() => {
    field("name").value = "Ann Lee";
    field("note").value = "two bells";
    field("M").checked = true;
    field("speed").value = "8";
    field("fragile").checked = true;
  });
  await waitFor(() =>
    expect(held()).toEqual({ name: "Ann Lee", note: "two bells", size: "M", speed: "8", isFragile: true }),
  );
  expect([field("name").value, field("note").value, field("speed").value]).toEqual([
    "Ann Lee",
    "two bells",
    "8",
  ]);
  expect([field("S").checked, field("M").checked, field("fragile").checked]).toEqual([false, true, true]);
});

it("keeps a cleared field, and leaves the others unchanged", async () => {
  load(() => {
    field("name").value = "";
  });
  await waitFor(() => expect(held()).toEqual({ ...AT_FIRST, name: "" }));
});

it("reports nothing in a form that scripts rendered", () => {
  vi.useFakeTimers();
  const change = vi.fn();
  render(<Form speed="8" onChange={change} />);
  vi.runAllTimers();
  expect(change).not.toHaveBeenCalled();
  vi.useRealTimers();
});
