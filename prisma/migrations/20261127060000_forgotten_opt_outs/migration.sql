-- Kept tracking pages show whether their recipient gets messages (lib/recipient-messages/opt-out.ts).
CREATE TRIGGER message_opt_outs_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON message_opt_outs
    EXECUTE FUNCTION forget_table();
