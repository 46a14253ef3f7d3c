-- Raised by each save, so that one made from an older reading is refused.
alter table brands add column version integer not null default 1;

-- The search texts of its products still have an older name: they are renewed after the answer, in batches.
alter table brands add column is_renamed boolean not null default false;
create index brands_renamed on brands (id) where is_renamed;
