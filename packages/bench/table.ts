export function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [columns, columns.map((_, index) => (index === 0 ? "---" : "---:")), ...rows];
  return `${title}:\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
}

export const formatInteger = (value: number): string => Math.round(value).toLocaleString("en");
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const times = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ×`;
export const micros = (seconds: number): string => formatInteger(seconds * 1e6);
export const mb = (megabytes: number): string => `${formatInteger(megabytes)} MB`;
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
