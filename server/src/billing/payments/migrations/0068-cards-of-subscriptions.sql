-- Also finds whether a request's change of a subscription's card is recorded.
drop index audit_log_of_payments;
create index audit_log_of_payments on audit_log (entity_id, sequence)
  where action in ('card.add', 'card.default', 'card.remove', 'invoice.pay', 'subscription.card');
