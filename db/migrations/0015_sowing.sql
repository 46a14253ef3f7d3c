-- When a variety is sown: as the pack says it, and its months for the home page.
alter table products add column sowing text not null default '', add column sow_months smallint[] not null default '{}';
create index products_sow_months on products using gin (sow_months) where available and deleted_at is null;
