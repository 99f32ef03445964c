-- The rule for passwords that a person's password was last checked against at a sign-in. Null: not yet.
alter table people add column password_rule integer;

-- True for a sign-in that first sets another password, because today's rule refuses the one that was shown.
alter table pending_sign_ins add column replaces_password boolean not null default false;
-- The second factor that was shown. Null: not yet.
alter table pending_sign_ins add column second_factor text;
