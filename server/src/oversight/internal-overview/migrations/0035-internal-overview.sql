-- Indexes of what internal staff see first, over all practices.
create index sync_days_by_failure on sync_days (last_failed_at) where last_failed_at is not null;
create index product_change_history_newest on product_change_history (created_at desc);
create index bulk_changes_by_request on bulk_changes (requested_at);
create index bulk_changes_open on bulk_changes (requested_at) where state <> 'done';
