ALTER TABLE accounts ADD COLUMN recipient_window_hours text;
