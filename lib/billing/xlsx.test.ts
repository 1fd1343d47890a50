import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { streamXlsx, type XlsxCell } from "@/lib/billing/xlsx";

const LINES_AT_ONCE = 1_000;

async function* makeLines(pieces: number, onPiece: (number: number) => void = () => {}) {
  for (let piece = 0; piece < pieces; piece += 1) {
    onPiece(piece);
    yield Array.from({ length: LINES_AT_ONCE }, (_, index): XlsxCell[] => {
      return [`order ${piece * LINES_AT_ONCE + index}`, index / 100];
    });
  }
}

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

describe("an XLSX file", () => {
  it("has the texts and numbers that were written, in their order", async () => {
    const texts = [`<a href="b">&amp;</a>`, "=1+1", " Привет\n🚚 ", "", "a\u0000b\ud800c"];
    const file = await readAll(
      streamXlsx("2026-11", ["text", "number"], [texts.map((text, index) => [text, index / 100])] as never),
    );
    const rows = await readSheet(file, 1, { trim: false });
    expect(rows).toEqual([
      ["text", "number"],
      [texts[0], 0],
      ["=1+1", 0.01],
      [texts[2], 0.02],
      [null, 0.03],
      ["a\ufffdb\ufffdc", 0.04],
    ]);
  });

  it("is sent while its lines are read, which wait for the reader", async () => {
    let made = 0;
    const lines = makeLines(200, (piece) => {
      made = piece;
    });
    const pieces = streamXlsx("2026-11", ["text", "number"], lines);
    for (let chunk = 0; chunk < 8; chunk += 1) await pieces.next();
    expect(made).toBeLessThan(150);
    await pieces.return(undefined);
    const before = made;
    expect((await lines.next()).done).toBe(true);
    expect(made).toBe(before);
  });

  it("whose lines cannot be read ends in an error, and does not end the process", async () => {
    async function* lines() {
      yield* makeLines(1);
      throw new Error("no more lines");
    }
    await expect(readAll(streamXlsx("2026-11", ["text", "number"], lines()))).rejects.toThrow(
      "no more lines",
    );
  });

  it("has at most the lines of a sheet", async () => {
    const many = [Array.from({ length: 1_048_576 }, (): XlsxCell[] => [])];
    await expect(readAll(streamXlsx("2026-11", [], many as never))).rejects.toThrow("do not fit");
  });
});
