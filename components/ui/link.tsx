import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link within the application, without prefetching. Each page is rendered for its reader on request, so a prefetch
 * would cost two requests per visible link and bring no content.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
