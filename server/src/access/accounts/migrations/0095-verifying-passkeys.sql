-- Whether a passkey has checked who holds it (user verification), when it was added or at a later use. Null: it was added before this was stored.
alter table passkeys add column verifies_user boolean;
