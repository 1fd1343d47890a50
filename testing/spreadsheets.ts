import { strToU8, zipSync } from "fflate";

type Cell = string | number | { readonly date: number } | { readonly time: number };

/** The bytes of an XLSX file with one sheet. */
export function workbook(rows: readonly (readonly Cell[])[]): ArrayBuffer {
  const toCell = (cell: Cell, column: number, row: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (typeof cell === "string") return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    return "date" in cell
      ? `<c r="${at}" s="1"><v>${cell.date}</v></c>`
      : `<c r="${at}" s="2"><v>${cell.time}</v></c>`;
  };
  const sheet = rows
    .map(
      (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => toCell(cell, at, row)).join("")}</row>`,
    )
    .join("");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const files = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
  return new Uint8Array(zip).buffer;
}

/** Windows-1251 of Cyrillic and ASCII text. */
export function windows1251(text: string): ArrayBuffer {
  const bytes = [...text].map((letter) => {
    const code = letter.charCodeAt(0);
    if (code < 128) return code;
    if (letter === "ё") return 0xb8;
    return code - 0x410 + 0xc0;
  });
  return new Uint8Array(bytes).buffer;
}
