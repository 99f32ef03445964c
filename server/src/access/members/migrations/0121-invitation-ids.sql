-- An invited person has an id of the invitation in place of the account's in the list of members. The account's id stands in
-- other lists too, for example in the filter of the activity, beside the account's name (docs/decisions/0190).
alter table memberships add column invitation_id uuid not null unique default gen_random_uuid();
