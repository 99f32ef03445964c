-- True for a version that was uploaded for a preview alone: it loses its files with the preview. Publishing it ends that.
alter table module_versions add column for_preview boolean not null default false;
