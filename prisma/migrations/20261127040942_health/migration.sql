CREATE TYPE "incident_state" AS ENUM ('investigating', 'identified', 'monitoring', 'resolved');

CREATE TABLE "health_processes" (
    "id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "traffic" JSONB NOT NULL,

    CONSTRAINT "health_processes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "health_reports" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "parts" JSONB NOT NULL,

    CONSTRAINT "health_reports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "one_health_report" CHECK (id = 1)
);

CREATE TABLE "health_days" (
    "part" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "slow" INTEGER NOT NULL DEFAULT 0,
    "stuck" INTEGER NOT NULL DEFAULT 0,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "health_days_pkey" PRIMARY KEY ("part","day"),
    CONSTRAINT "health_day_counts_minutes_of_a_day" CHECK (least(ok, slow, stuck) >= 0 AND ok + slow + stuck <= 1440)
);

CREATE TABLE "incidents" (
    "id" UUID NOT NULL,
    "title_en" TEXT NOT NULL,
    "title_ru" TEXT NOT NULL,
    "state" "incident_state" NOT NULL,
    "parts" TEXT[],
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "incident_titles_have_1_to_120_characters" CHECK (char_length(title_en) BETWEEN 1 AND 120 AND char_length(title_ru) BETWEEN 1 AND 120),
    CONSTRAINT "resolved_incident_states_when" CHECK ((state = 'resolved') = (resolved_at IS NOT NULL))
);

CREATE TABLE "incident_updates" (
    "id" BIGSERIAL NOT NULL,
    "incident_id" UUID NOT NULL,
    "state" "incident_state" NOT NULL,
    "text_en" TEXT NOT NULL,
    "text_ru" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_updates_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "incident_texts_have_1_to_2000_characters" CHECK (char_length(text_en) BETWEEN 1 AND 2000 AND char_length(text_ru) BETWEEN 1 AND 2000)
);

CREATE INDEX "incidents_by_start" ON "incidents"("started_at");

CREATE INDEX "updates_of_incident" ON "incident_updates"("incident_id", "id");

ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER incident_is_audited AFTER INSERT OR UPDATE OR DELETE ON incidents
    FOR EACH ROW EXECUTE FUNCTION record_audit('incident', '{id}');
CREATE TRIGGER incident_update_is_audited AFTER INSERT ON incident_updates
    FOR EACH ROW EXECUTE FUNCTION record_audit('incident', '{id,incident_id}');
