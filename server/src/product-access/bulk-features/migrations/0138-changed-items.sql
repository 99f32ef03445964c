-- The items that changed for at least one practice, for the sentence in Activity. Null in rows of earlier releases.
alter table bulk_changes add column changed_items jsonb;
