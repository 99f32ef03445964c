-- What an owner chose for a member; null for the rights of the member's role. Owners hold every right.
alter table memberships add column rights text[] check (role <> 'owner' or rights is null);
