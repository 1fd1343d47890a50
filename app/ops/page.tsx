import { changeRetention } from "@/app/ops/accounts/actions";
import { handle, reopen } from "@/app/ops/actions";
import { answer, assign, cancel, confirm, override, takeBack } from "@/app/ops/orders/[code]/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { Console } from "@/components/console/board/console";
import { RetentionCard } from "@/components/console/retention-forms";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { findExceptions } from "@/lib/console/exceptions";
import { getBoard } from "@/lib/console/get-board";
import { findRetention } from "@/lib/privacy/retention";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("ops.nav.exceptions");

export default async function ConsolePage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops", searchParams, "service.view");
  const { clock, db } = runtime();
  const now = clock.now().getTime();
  const board = await getBoard(runtime(), page.mode);
  // The question covers most of the queue, so it waits until that is empty; it is also at /ops/accounts.
  const isRetentionAsked = findExceptions(board, now).length === 0 && (await findRetention(db)) === undefined;
  return (
    <PageFrame
      page={page}
      section="exceptions"
      words={["ops.order", "ops.plan", "ops.reassign", "privacy"]}
      wide
    >
      <Console
        key={page.mode}
        mode={page.mode}
        locale={page.locale}
        styleUrl={await mapStyleUrl(page.locale)}
        initial={board}
        now={now}
        filtered={page.parameter("filter")}
        actions={{ handle, reopen, answer, override, takeBack, cancel, assign, confirm }}
      >
        {isRetentionAsked && <RetentionCard days={undefined} change={changeRetention} />}
      </Console>
    </PageFrame>
  );
}
