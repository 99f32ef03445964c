-- Practices of a bulk change are written in the transaction that writes the change, and neither is ever deleted. Checking the
-- reference row by row took most of the time of writing 20,000, and held up every other call on the embedded database.
alter table bulk_change_practices drop constraint bulk_change_practices_change_id_fkey;
