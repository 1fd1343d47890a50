import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

// The test files of a worker share one document, so each file starts by emptying it.
beforeAll(() => {
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(cleanup);
