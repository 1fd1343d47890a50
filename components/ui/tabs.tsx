import { Link } from "@/components/ui/link";

/** A part of a list, with its address. */
export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** Links to the parts of a list, the current one underlined. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-4 overflow-x-auto border-b border-line">
      <ul className="flex gap-5">
        {tabs.map(({ name, label: text, href, isCurrent }) => (
          <li key={name}>
            <Link
              href={href}
              aria-current={isCurrent ? "true" : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-soft hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-medium aria-[current=true]:text-ink sm:min-h-10"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
