import { ArrowRight } from "lucide-react";
import { CodePanel } from "@/components/docs/code-panel";
import { Fields } from "@/components/docs/fields";
import { QuoteFigure, StatusFigure } from "@/components/docs/figures";
import { Prose } from "@/components/docs/prose";
import { Island } from "@/components/site/island";
import { Link } from "@/components/ui/link";
import type { Block, DocLink } from "@/lib/docs/doc";

export function Blocks({ blocks, operationId }: { blocks: readonly Block[]; operationId: string }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page's pieces have no other identity and never move.
    <Piece key={index} block={block} operationId={operationId} />
  ));
}

const TEXT = "mt-4 max-w-[60ch] text-base text-soft";

function Piece({ block, operationId }: { block: Block; operationId: string }) {
  if (typeof block === "string") {
    return (
      <p className={TEXT}>
        <Prose text={block} />
      </p>
    );
  }
  if ("h2" in block) {
    return (
      <h2 id={block.id} className="mt-10 mb-2 scroll-mt-20 type-heading">
        <a href={`#${block.id}`} className="hover:underline">
          {block.h2}
        </a>
      </h2>
    );
  }
  if ("h3" in block) {
    return (
      <h3
        id={block.id}
        className={`mt-8 scroll-mt-20 border-t border-line pt-4 font-semibold ${block.isCode === true ? "font-mono text-[0.8125rem]" : ""}`}
      >
        <a href={`#${block.id}`} className="hover:underline">
          {block.h3}
        </a>
      </h3>
    );
  }
  if ("note" in block) {
    return (
      <p className="mt-4 max-w-[60ch] border-l-2 border-line pl-4 text-soft">
        <Prose text={block.note} />
      </p>
    );
  }
  if ("list" in block || "steps" in block) {
    const [List, items, look] =
      "list" in block
        ? (["ul", block.list, "list-disc pl-5"] as const)
        : (["ol", block.steps, "list-decimal pl-6 *:pl-1"] as const);
    return (
      <List className={`${TEXT} space-y-2 marker:text-faint ${look}`}>
        {items.map((item) => (
          <li key={item}>
            <Prose text={item} />
          </li>
        ))}
      </List>
    );
  }
  if ("code" in block) {
    return (
      <div className="mt-4">
        <CodePanel
          code={block.code}
          label={block.label}
          bar={
            <>
              <span className="px-2 py-1.5 text-[0.8125rem] text-soft">{block.label}</span>
              <Island name="CopyCode" props={{ text: block.code }} />
            </>
          }
        />
      </div>
    );
  }
  if ("fields" in block) {
    return (
      <div className="mt-2 border-b border-line">
        <Fields fields={block.fields} prefix={block.prefix} operationId={operationId} />
      </div>
    );
  }
  if ("links" in block) return <Links links={block.links} />;
  if ("figure" in block) return block.figure === "quote" ? <QuoteFigure /> : <StatusFigure />;
  return <Table {...block} />;
}

function Links({ links }: { links: readonly DocLink[] }) {
  return (
    <ul className="mt-3 border-b border-line">
      {links.map(({ href, title, text, mark, isCode }) => (
        <li key={`${href} ${title}`} className="border-t border-line">
          <Link href={href} className="group flex min-h-11 items-baseline gap-3 py-2.5">
            {mark !== undefined && <span className="w-10 shrink-0 font-mono text-xs text-faint">{mark}</span>}
            <span className="min-w-0 flex-1">
              <span
                className={`block text-link group-hover:underline [overflow-wrap:anywhere] ${isCode === true ? "font-mono text-[0.8125rem]" : "font-medium"}`}
              >
                {title}
              </span>
              {text !== "" && <span className="block text-sm text-soft">{text.replaceAll("`", "")}</span>}
            </span>
            <ArrowRight aria-hidden="true" className="size-4 shrink-0 self-center text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Table({ table, head, label }: Extract<Block, { table: unknown }>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mt-4 overflow-x-auto"
    >
      <table className={`w-full border-collapse text-left text-sm ${head.length > 3 ? "min-w-[34rem]" : ""}`}>
        {head.length > 0 && (
          <thead>
            <tr className="border-b border-line">
              {head.map((title) => (
                <th key={title} scope="col" className="py-2 pr-4 text-xs font-medium text-faint">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.map(([first = "", ...rest]) => (
            <tr key={`${first}${rest.join()}`} className="border-b border-line align-top">
              <th scope="row" className="py-2.5 pr-4 font-normal text-ink">
                <Prose text={first} />
              </th>
              {rest.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row's cells have no other identity.
                <td key={index} className="py-2.5 pr-4 text-soft">
                  <Prose text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
