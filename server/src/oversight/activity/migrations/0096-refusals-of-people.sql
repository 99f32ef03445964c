-- Refused sign-ins of a person, who isn't their actor. The activity of one person lists them.
create index audit_log_of_refused on audit_log (entity_id, at, id)
  where action in ('sign_in.refuse', 'second_factor.refuse', 'account_link.refuse', 'passkey.copy');
