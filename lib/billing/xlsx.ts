import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A text, or a number of rubles. */
export type XlsxCell = string | number;

/** A sheet has 1,048,576 rows, the first of which has the names. */
export const MAX_XLSX_LINES = 1_048_575;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGES = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const SHEET = "xl/worksheets/sheet1.xml";
const HEAD_STYLE = 1;
const AMOUNT_STYLE = 2;

const files = (sheetName: string): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGES}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

/**
 * Writes an XLSX file of one sheet as its lines arrive. Compression runs outside the event loop, and the work between two
 * pieces is bounded by the lines of one.
 */
export async function* streamXlsx(
  sheetName: string,
  head: readonly string[],
  pieces: AsyncIterable<readonly (readonly XlsxCell[])[]>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const sheet = Readable.from(writeSheet(head, pieces), { objectMode: false });
  const abort = (error: Error) => (zip.outputStream as Readable).destroy(error);
  zip.on("error", abort);
  // Without this, a failure to read a line would end the process.
  sheet.on("error", abort);
  for (const [name, xml] of Object.entries(files(sheetName))) {
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`), name);
  }
  zip.addReadStream(sheet, SHEET);
  zip.end();
  try {
    for await (const chunk of zip.outputStream) yield chunk as Buffer;
  } finally {
    sheet.destroy();
  }
}

async function* writeSheet(
  head: readonly string[],
  pieces: AsyncIterable<readonly (readonly XlsxCell[])[]>,
): AsyncGenerator<string> {
  const columns = head.map((_, index) => String.fromCharCode(65 + index));
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${MAIN}"><sheetData>`;
  yield writeRow(columns, 1, head, HEAD_STYLE);
  let count = 0;
  for await (const lines of pieces) {
    if (count + lines.length > MAX_XLSX_LINES) throw new Error("The lines do not fit into one sheet.");
    yield lines.map((cells, index) => writeRow(columns, count + index + 2, cells)).join("");
    count += lines.length;
  }
  yield "</sheetData></worksheet>";
}

function writeRow(
  columns: readonly string[],
  number: number,
  cells: readonly XlsxCell[],
  textStyle = 0,
): string {
  const written = cells.map((cell, index) => {
    const at = `${columns[index]}${number}`;
    return typeof cell === "number"
      ? `<c r="${at}" s="${AMOUNT_STYLE}"><v>${cell}</v></c>`
      : `<c r="${at}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  });
  return `<row r="${number}">${written.join("")}</row>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, "\ufffd")
    .replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);
