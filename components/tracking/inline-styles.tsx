"use client";

/**
 * The built page has its styles here (scripts/next-output/build-page-scripts.mjs): as part of a client component they are in its HTML
 * but not in Next's payload. In development Next links them.
 */
export const InlineStyles = () => (
  <style href="tracking" precedence="next">
    {"tracking-styles"}
  </style>
);
