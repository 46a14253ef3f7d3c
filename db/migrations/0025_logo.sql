-- Runs beside: 0.1.0
-- The logo of the shop is an upload of its own kind.
alter table uploads drop constraint uploads_preset_check;
alter table uploads add constraint uploads_preset_check
  check (preset in ('product', 'brand', 'banner', 'warranty', 'logo'));
