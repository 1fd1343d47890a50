"use client";

import { Download, FileSpreadsheet } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useState } from "react";
import { FileLayoutChoice } from "@/components/imports/file-layout-choice";
import type { ImportProps } from "@/components/imports/import-props";
import { Preview } from "@/components/imports/preview";
import { LINK, SECONDARY, SMALL_SECONDARY } from "@/components/ui/styles";
import {
  type FileLayout,
  type FileProblem,
  ImportFileError,
  readTable,
  type Table,
} from "@/lib/imports/read-table";

interface OpenedFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly table: Table;
}

export function ImportPage(props: ImportProps) {
  const { remembered, country } = props;
  const t = useTranslations("import");
  const [file, setFile] = useState<OpenedFile | "reading" | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const read = async (
    { name, bytes }: Pick<OpenedFile, "name" | "bytes">,
    chosen: Partial<FileLayout>,
  ): Promise<void> => {
    setProblem(null);
    try {
      setFile({ name, bytes, table: await readTable(bytes, { chosen, remembered, country }) });
    } catch (error) {
      // A choice that cannot be read leaves the table as it was.
      setFile((before) => (before === "reading" ? null : before));
      setProblem(error instanceof ImportFileError ? error.problem : "unreadable");
    }
  };
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile("reading");
    await read({ name: chosen.name, bytes: await chosen.arrayBuffer() }, {});
  };
  const failure = (
    <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
      {problem !== null && t(`failures.${problem}`)}
    </p>
  );
  if (file !== null && file !== "reading") {
    const { name, table } = file;
    return (
      <>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-sm font-semibold break-words">
            {t("file", { name, count: table.rows.length })}
          </p>
          <button
            type="button"
            onClick={() => {
              setFile(null);
              setProblem(null);
            }}
            className={SMALL_SECONDARY}
          >
            {t("another")}
          </button>
        </div>
        <FileLayoutChoice
          table={table}
          onChange={(changes) => void read(file, changeLayout(table.layout, changes))}
        />
        {failure}
        <Preview key={JSON.stringify(table.layout)} {...props} fileName={name} table={table} />
      </>
    );
  }
  return (
    <>
      <DropZone onFile={(chosen) => void open(chosen)} isReading={file === "reading"} />
      {failure}
      <p className="mt-4 text-sm">
        <a
          href={`/dashboard/import/template?mode=${props.mode}`}
          download
          className={`${LINK} inline-flex min-h-11 items-center gap-1.5 sm:min-h-6`}
        >
          <Download aria-hidden="true" className="size-4" />
          {t("template")}
        </a>
      </p>
    </>
  );
}

/** The header of other cells is guessed again. */
function changeLayout(layout: FileLayout, changes: Partial<FileLayout>): Partial<FileLayout> {
  const { headerRow, ...rest } = { ...layout, ...changes };
  const isSameCells = changes.headerRow !== undefined || changes.hasHiddenRows !== undefined;
  return isSameCells ? { ...rest, headerRow } : rest;
}

function DropZone({ onFile, isReading }: { onFile: (file: File | undefined) => void; isReading: boolean }) {
  const t = useTranslations("import");
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    // The button inside does the same by keyboard.
    <label
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        onFile(event.dataTransfer.files[0]);
      }}
      className={`flex cursor-pointer flex-col items-center rounded-xl border border-dashed px-6 py-12 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus ${isOver ? "border-ink bg-selected" : "border-field-line bg-ground hover:bg-hover"}`}
    >
      <FileSpreadsheet aria-hidden="true" className="size-7 text-soft" />
      <span className="mt-3 type-heading">{t(isReading ? "reading" : "drop")}</span>
      <span className="mt-1 max-w-md text-sm text-soft">{t("limits")}</span>
      <span className={`${SECONDARY} mt-5`}>{t("choose")}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = "";
        }}
      />
    </label>
  );
}
