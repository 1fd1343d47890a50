import { Pause, Play, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { RequestFilters } from "@/components/requests/request-filters";
import { RequestList } from "@/components/requests/request-list";
import { CopyField } from "@/components/ui/copy-field";
import { Empty } from "@/components/ui/empty";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Refresh } from "@/components/ui/refresh";
import { SECONDARY } from "@/components/ui/styles";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { inMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";
import { type Cursor, requestFilter, rowId } from "@/lib/requests/schema";
import { searchRequests } from "@/lib/requests/search-requests";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("requests"))("heading") };
}

const PATH = "/dashboard/requests";
const FOLLOW_EVERY_MS = 2_000;
const FILTERS = ["status", "key", "order", "id", "method"] as const;

export default async function RequestsPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage(PATH, searchParams);
  const { mode, scope, parameter } = page;
  const t = await getTranslations("requests");
  const { db, clock, publicUrl } = runtime();
  const filter = requestFilter.parse({
    status: parameter("status"),
    keyId: parameter("key"),
    externalOrderId: parameter("order"),
    requestId: parameter("id"),
    method: parameter("method"),
  });
  const isFollowed = parameter("follow") === "1";
  const FollowIcon = isFollowed ? Pause : Play;
  const [keys, found] = await Promise.all([
    listAccountKeys(db, page.staff, mode),
    searchRequests(db, scope, {
      filter,
      cursor: isFollowed ? null : cursorOf(parameter),
      now: clock.now(),
    }),
  ]);
  const isNarrowed = Object.values(filter).some((value) => value !== null);
  const narrowed = FILTERS.flatMap((name) => (parameter(name) === "" ? [] : [[name, parameter(name)]]));
  const at = (place: Record<string, string>) => {
    const query = new URLSearchParams([...narrowed, ...Object.entries(place)]).toString();
    return inMode(query === "" ? PATH : `${PATH}?${query}`, mode);
  };
  const [first, last] = [found.requests.at(0), found.requests.at(-1)];
  return (
    <PageFrame page={page} section="requests" path={PATH} words={["requests"]}>
      <Heading
        note={<p className="max-w-2xl">{t("note")}</p>}
        actions={
          <Link href={at(isFollowed ? {} : { follow: "1" })} className={SECONDARY}>
            <FollowIcon aria-hidden="true" className="size-4" />
            {t(isFollowed ? "pause" : "follow")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <RequestFilters
        mode={mode}
        filter={filter}
        keys={keys}
        isFollowed={isFollowed}
        reset={isNarrowed ? inMode(PATH, mode) : null}
      />
      {isFollowed && (
        <p role="status" className="mb-3 text-sm text-soft">
          {t("followed")}
          <Refresh everyMs={FOLLOW_EVERY_MS} />
        </p>
      )}
      {first === undefined || last === undefined ? (
        <Empty icon={ScrollText} heading={t(isNarrowed ? "none_found" : "empty")}>
          {!isNarrowed && (
            <dl className="mt-3 w-full max-w-2xl text-left">
              <CopyField
                label={t("try")}
                value={`curl ${publicUrl}/v1/partner/ping -H "Authorization: Bearer <API_KEY>"`}
              />
            </dl>
          )}
        </Empty>
      ) : (
        <>
          <RequestList
            requests={found.requests}
            keyNames={new Map(keys.map(({ id, name }) => [id, name]))}
            mode={mode}
          />
          <nav aria-label={t("pages")} className="mt-5 flex justify-between gap-3">
            {found.hasNewer ? (
              <span className="flex gap-3">
                <Link href={at({})} className={SECONDARY}>
                  {t("newest")}
                </Link>
                <Link href={at({ after: String(first.id) })} className={SECONDARY}>
                  {t("newer")}
                </Link>
              </span>
            ) : (
              <span />
            )}
            {found.hasOlder && (
              <Link href={at({ before: String(last.id) })} className={SECONDARY}>
                {t("older")}
              </Link>
            )}
          </nav>
        </>
      )}
    </PageFrame>
  );
}

function cursorOf(parameter: (name: string) => string): Cursor | null {
  for (const side of ["before", "after"] as const) {
    const id = rowId.safeParse(parameter(side));
    if (id.success) return { side, id: id.data };
  }
  return null;
}
