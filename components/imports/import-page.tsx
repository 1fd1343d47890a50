"use client";

import { Download, FileSpreadsheet } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useState } from "react";
import { Preview } from "@/components/imports/preview";
import { LINK, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import type { RememberedColumns } from "@/lib/imports/column";
import { type FileProblem, ImportFileError, readTable, type Table } from "@/lib/imports/read-table";
import type { Point } from "@/lib/point";

export interface ImportProps {
  readonly mode: Mode;
  readonly remembered: RememberedColumns;
  /** The shop's addresses, the usual one first. */
  readonly pickups: readonly { readonly id: string; readonly label: string }[];
  readonly styleUrl: string | null;
  readonly center: Point | null;
}

export function ImportPage(props: ImportProps) {
  const t = useTranslations("import");
  const [file, setFile] = useState<{ name: string; table: Table } | "reading" | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile("reading");
    setProblem(null);
    try {
      const { name } = chosen;
      setFile({ name, table: await readTable(await chosen.arrayBuffer()) });
    } catch (error) {
      setFile(null);
      setProblem(error instanceof ImportFileError ? error.problem : "unreadable");
    }
  };
  if (file !== null && file !== "reading") {
    return <Preview {...props} fileName={file.name} table={file.table} onClose={() => setFile(null)} />;
  }
  return (
    <>
      <DropZone onFile={(chosen) => void open(chosen)} isReading={file === "reading"} />
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {problem !== null && t(`failures.${problem}`)}
      </p>
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
