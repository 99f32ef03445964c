-- A person who was invited and can't sign in yet, and a person whose access an owner has ended, stay in the list of members
-- (docs/decisions/0061).
alter table memberships add column invited_at timestamptz;
alter table memberships add column deactivated_at timestamptz;
-- Everything that gives access reads this view. The list of members and changes to it read the table.
create view active_memberships as
  select practice_id, person_id, role, rights from memberships where invited_at is null and deactivated_at is null;
