-- requires 20261130073339_existing_routes
-- in release 1.1.0
-- squawk-ignore ban-drop-table
DROP TABLE incident_updates, incidents, health_days;
DROP TYPE incident_state;
