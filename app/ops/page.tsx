import { approve, reject } from "@/app/ops/accounts/actions";
import { claim, handle, releaseClaim, reopen } from "@/app/ops/actions";
import { answer, assign, cancel, confirm, override, takeBack } from "@/app/ops/orders/[code]/actions";
import { assignEach, cancelEach, tellEach } from "@/app/ops/orders/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { Console } from "@/components/console/board/console";
import { SetupSteps } from "@/components/console/setup-steps";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { findExceptions } from "@/lib/console/exceptions";
import { getBoard } from "@/lib/console/get-board";
import { getSetupSteps } from "@/lib/console/get-setup-steps";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("ops.nav.exceptions");

export default async function ConsolePage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops", searchParams, "service.view");
  const { clock, db } = runtime();
  const now = clock.now().getTime();
  const board = await getBoard(runtime(), page.mode);
  // The list covers most of the queue, so it waits until that is empty. It ends with the last step, retention.
  const isCalm = findExceptions(board, now).length === 0 && board.waitingAccounts?.oldest === null;
  const steps = isCalm && page.isPermitted("service.manage_settings") ? await getSetupSteps(db) : null;
  return (
    <PageFrame
      page={page}
      section="exceptions"
      words={["ops.chosen", "ops.messages", "ops.order", "ops.plan", "ops.reassign", "ui"]}
      wide
    >
      <Console
        key={page.mode}
        mode={page.mode}
        operatorId={page.user.userId}
        locale={page.locale}
        styleUrl={await mapStyleUrl(page.locale)}
        initial={board}
        now={now}
        filtered={page.parameter("filter")}
        actions={{
          handle,
          reopen,
          claim,
          releaseClaim,
          answer,
          override,
          takeBack,
          cancel,
          assign,
          confirm,
          assignEach,
          cancelEach,
          tellEach,
          approve,
          reject,
        }}
      >
        {steps !== null && !steps.retention && <SetupSteps done={steps} />}
      </Console>
    </PageFrame>
  );
}
