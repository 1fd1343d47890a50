/** The part that `read-workbook.ts` uses; the package has no types. */
declare module "saxen" {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      name: "openTag",
      hook: (name: string, getAttributes: () => Readonly<Record<string, string>>, decode: Decode) => void,
    ): this;
    on(name: "error", hook: (error: Error) => void): this;
    parse(xml: string): this;
  }
}
