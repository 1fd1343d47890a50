import { execute } from "@/testing/cluster";

/**
 * Changes a migrated database so that new accounts require every proof at every stop, and all fees
 * are charged. Other prices keep their defaults.
 */
export function requireAllProofs(databaseUrl: string): Promise<void> {
  return execute(
    databaseUrl,
    `CREATE FUNCTION ask_for_every_proof() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       NEW.proof_photo := true;
       NEW.proof_code := true;
       NEW.proof_signature := true;
       RETURN NEW;
     END $$`,
    `CREATE TRIGGER ask_for_every_proof BEFORE INSERT ON accounts
     FOR EACH ROW EXECUTE FUNCTION ask_for_every_proof()`,
    `UPDATE tariffs SET cancellation_fee_assigned = 150, cancellation_fee_arrived = 300, waiting_free_minutes = 0,
       waiting_per_minute = 7, return_percent = 50`,
  );
}
