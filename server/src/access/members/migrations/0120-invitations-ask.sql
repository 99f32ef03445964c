-- Whoever has an account is asked before they join, and until then the practice knows nothing of the account
-- (docs/decisions/0190).
alter table memberships
  -- The name that the practice typed. It is shown in place of the account's name while the person is invited.
  add column invited_as text,
  add column invitation_expires_at timestamptz,
  -- Of a link that leads to the sign-in, where the person answers.
  add column invitation_token_hash bytea unique,
  -- True for somebody who can sign in: they join by accepting, not by signing in.
  add column asks_person boolean not null default false,
  -- The practice that was shown the link of the account's password, if whoever invites manages its members too.
  add column vouched_for integer references practices (id);

update memberships
set invited_as = people.name,
  invitation_expires_at = coalesce(
    (
      select expires_at from account_links
      where account_links.person_id = memberships.person_id and account_links.practice_id = memberships.practice_id
    ),
    memberships.invited_at + interval '7 days'
  )
from people
where people.id = memberships.person_id and memberships.invited_at is not null;
