import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

// The files of a worker share one page, so each begins with an empty one.
beforeAll(() => {
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(cleanup);
