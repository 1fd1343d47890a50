/** Loads the image library with the first picture, since it takes a tenth of a process's start. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // Two pictures at a time with one thread each leave half of libuv's threads to password hashes, DNS and files.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

export type SharpLibrary = Awaited<ReturnType<typeof loadSharp>>;
