import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link within the application. Its page is fetched when it is followed: each page is rendered for its reader at that
 * moment, so that fetching ahead would bring two requests for every link in sight, and none of what they show.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
