import { execute } from "@/testing/cluster";

/**
 * Makes a migrated database one where accounts created from now on ask for every proof at every stop, and where all fees
 * are charged. Prices are those of any other database.
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
