-- Finds what the audit log says of a card or an invoice, whose other entries are many.
create index audit_log_of_payments on audit_log (entity_id, sequence)
  where action in ('card.add', 'card.default', 'card.remove', 'invoice.pay');
