-- From now on an access that ends by time has an entry in the audit log. Those that ended earlier get none afterwards.
update support_accesses set ended_at = ends_at where ended_at is null and ends_at <= now();
