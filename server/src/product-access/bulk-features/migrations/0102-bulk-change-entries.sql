-- A bulk change gets its entry in the audit log with the first practice that changes or fails, so one that changes nothing
-- has none. Until then the row keeps what the entry says of the selection. A replica of an earlier release writes the entry
-- at once and doesn't know the column, hence its default.
alter table bulk_changes add column is_logged boolean not null default true;
alter table bulk_changes add column selection jsonb;

-- The changed items that a practice had before, and has after the change, as texts.
alter table bulk_change_practices add column before jsonb;
alter table bulk_change_practices add column after jsonb;
