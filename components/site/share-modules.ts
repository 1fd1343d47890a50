import * as React from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as ReactDOM from "react-dom";

/** A page's later script uses the same React (scripts/next-output/build-page-scripts.mjs). */
Object.assign(globalThis, {
  pageModules: { react: React, "react-dom": ReactDOM, "react/jsx-runtime": jsxRuntime },
});
