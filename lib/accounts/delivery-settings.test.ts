import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import {
  ANSWER_MINUTES,
  type DeliverySettings,
  getDeliverySettings,
  PROOF_DAYS,
  WAITING_MINUTES,
} from "@/lib/accounts/delivery-settings";
import { getAccount } from "@/lib/accounts/get-account";
import { deliverySettings } from "@/lib/accounts/schema";
import { updateAccount } from "@/lib/accounts/update-account";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { HOME } from "@/testing/shop";

const SENT = { proof_days: "90", waiting_minutes: "10", answer_minutes: "15", unanswered_action: "return" };

describe("delivery settings", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it.each(["min", "max"] as const)(
    "are stored at their %s and rejected by the database beyond it",
    async (border) => {
      const { id } = await createAccount(db, {
        email: `shop-${border}@example.com`,
        name: "Shop",
        home: HOME,
      });
      const sent = {
        proof_signature: "on",
        proof_days: String(PROOF_DAYS[border]),
        waiting_minutes: ` ${WAITING_MINUTES[border]} `,
        answer_minutes: String(ANSWER_MINUTES[border]),
        unanswered_action: "leave",
        recipient_decides: "on",
        recipient_window_hours: border === "min" ? " " : "09:00 - 21:00",
        direct: "on",
      };
      const settings: DeliverySettings = {
        proofPhoto: false,
        proofCode: false,
        proofSignature: true,
        proofDays: PROOF_DAYS[border],
        waitingMinutes: WAITING_MINUTES[border],
        answerMinutes: ANSWER_MINUTES[border],
        unansweredAction: "leave",
        recipientDecides: true,
        recipientWindowHours: border === "min" ? null : "09:00-21:00",
        deliveryMode: "direct",
      };
      await updateAccount(db, id, deliverySettings.parse(sent));
      expect(getDeliverySettings(await getAccount(db, id))).toEqual(settings);
      const step = border === "min" ? -1 : 1;
      for (const name of ["proofDays", "waitingMinutes", "answerMinutes"] as const) {
        await expect(updateAccount(db, id, { [name]: settings[name] + step })).rejects.toThrow();
      }
    },
  );

  it.each([
    ["proof_days", ["", "0", "3651", "1.5", "-1", "many"]],
    ["waiting_minutes", ["", "121", "-1", "1e2"]],
    ["answer_minutes", ["0", "1441", "9999999"]],
  ])("report the field of an invalid %s", (name, wrong) => {
    for (const value of wrong) {
      const issues = deliverySettings.safeParse({ ...SENT, [name]: value }).error?.issues;
      expect([value, issues?.map(({ path, message }) => [path.join("."), message])]).toEqual([
        value,
        [[name, name]],
      ]);
    }
  });

  it("require a final action for an unanswered question and reject asking again", () => {
    const issues = deliverySettings.safeParse({ ...SENT, unanswered_action: "ask" }).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual(["required"]);
  });
});
