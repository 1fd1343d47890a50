/** Prints rows under a title as a Markdown table. */
export function printTable(title: string, columns: readonly string[], rows: readonly string[][]): void {
  const lines = [columns, columns.map((_, index) => (index === 0 ? "---" : "---:")), ...rows];
  console.log(`\n${title}\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`);
}

export const whole = (value: number): string => Math.round(value).toLocaleString("en");
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const times = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ×`;
