-- How far the audit log was sent to the operator's collector. One row, from the first start with AUDIT_WEBHOOK_URL.
create table audit_webhook (
  id integer primary key check (id = 1),
  -- The place of the last entry that was accepted.
  accepted_to bigint not null,
  -- The last entry of the batch that is being sent. It stays until the batch is accepted, so that a retry has the same entries.
  sending_to bigint,
  -- The first refusal since the last accepted batch.
  failing_since timestamptz
);
