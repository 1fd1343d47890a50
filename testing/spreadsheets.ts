import { strToU8, zipSync } from "fflate";

type Cell =
  | string
  | number
  | { readonly date: number }
  | { readonly time: number }
  | { readonly dateTime: number }
  | { readonly fiveDigits: number };

/** Cell styles of the workbook, in their order. */
const STYLES = ["general", "date", "time", "dateTime", "fiveDigits"];

interface WorkbookOptions {
  /** Numbers as in the spreadsheet. */
  readonly hiddenRows?: readonly number[];
  /** Ranges such as `A2:A3`. */
  readonly merges?: readonly string[];
  /** Another sheet before the rows, which is hidden. */
  readonly hasHiddenSheet?: boolean;
}

/** The bytes of an XLSX file. */
export function workbook(
  rows: readonly (readonly Cell[])[],
  { hiddenRows = [], merges = [], hasHiddenSheet = false }: WorkbookOptions = {},
): ArrayBuffer {
  const toCell = (cell: Cell, column: number, row: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (typeof cell === "string") return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    const [[style, value] = ["general", 0]] = Object.entries(cell);
    return `<c r="${at}" s="${STYLES.indexOf(style)}"><v>${value}</v></c>`;
  };
  const sheet = rows
    .map((cells, row) => {
      const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : "";
      return `<row r="${row + 1}"${hidden}>${cells.map((cell, at) => toCell(cell, at, row)).join("")}</row>`;
    })
    .join("");
  const merged = merges.map((range) => `<mergeCell ref="${range}"/>`).join("");
  const toSheet = (data: string, rest = "") =>
    `<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${rest}</worksheet>`;
  const hiddenSheet = hasHiddenSheet ? '<sheet name="0" sheetId="2" state="hidden" r:id="rId3"/>' : "";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const files = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${hiddenSheet}<sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": toSheet(sheet, merged && `<mergeCells>${merged}</mergeCells>`),
    "xl/worksheets/sheet2.xml": toSheet(
      ["A", "B"].map((name, at) => `<row r="${at + 1}">${toCell(name, 0, at)}</row>`).join(""),
    ),
  };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
  return new Uint8Array(zip).buffer;
}

/** The bytes of a text in an encoding that `TextDecoder` reads. @throws RangeError for a character without bytes */
export function encodeText(text: string, encoding: string): ArrayBuffer {
  if (encoding === "utf-8") return new Uint8Array(new TextEncoder().encode(text)).buffer;
  if (encoding.startsWith("utf-16")) {
    const view = new DataView(new ArrayBuffer(2 * text.length));
    for (let at = 0; at < text.length; at += 1)
      view.setUint16(2 * at, text.charCodeAt(at), encoding.endsWith("le"));
    return view.buffer;
  }
  const page = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = [...text].map((letter) => {
    const byte = page.indexOf(letter);
    if (byte < 0) throw new RangeError(`${letter} is not in ${encoding}`);
    return byte;
  });
  return new Uint8Array(bytes).buffer;
}

export const windows1251 = (text: string): ArrayBuffer => encodeText(text, "windows-1251");
