/** Returns the text of an event stream up to its first state. */
export async function firstEvent(url: string, headers: Record<string, string> = {}): Promise<string> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  let text = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader !== undefined && !/event: state.*\n\n/s.test(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  abort.abort();
  return text;
}
