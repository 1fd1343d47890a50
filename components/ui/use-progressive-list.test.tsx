import { cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { useIsHydrating, useProgressiveList } from "@/components/ui/use-progressive-list";

const ITEMS = Array.from({ length: 50 }, (_, index) => index);
let drawn: number[];

function List({ before = 0 }: { before?: number }) {
  const shown = useProgressiveList(20, useIsHydrating())(ITEMS, before);
  drawn.push(shown.length);
  return (
    <ul>
      {shown.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

beforeEach(() => {
  drawn = [];
});

describe("a long list", () => {
  it("renders its first items, and the other items right after", () => {
    render(<List />);
    expect(screen.getAllByRole("listitem")).toHaveLength(50);
    expect([drawn[0], drawn.at(-1)]).toEqual([20, 50]);
  });

  it("renders fewer first items when other items precede it", () => {
    render(<List before={15} />);
    expect(drawn[0]).toBe(5);
    cleanup();
    drawn = [];
    render(<List before={30} />);
    expect([drawn[0], drawn.at(-1)]).toEqual([0, 50]);
  });

  it("is complete in the server's HTML and stays complete during hydration", () => {
    const container = document.createElement("div");
    container.innerHTML = renderToString(<List />);
    document.body.append(container);
    expect(screen.getAllByRole("listitem")).toHaveLength(50);
    render(<List />, { container, hydrate: true });
    expect(new Set(drawn)).toEqual(new Set([50]));
    container.remove();
  });
});
