-- Runs beside: 0.2.0
-- Why an admin moved units outside orders and forms, with a note of their own.
alter table stock_movements
  add column note text not null default '',
  drop constraint stock_movements_reason_check;
alter table stock_movements
  add constraint stock_movements_reason check (
    reason in (
      'initial', 'adjustment', 'order', 'order_edited', 'line_removed', 'cancelled', 'reopened', 'order_deleted',
      'received', 'returned', 'lost', 'damaged', 'sample'
    )) not valid,
  add constraint stock_movements_note check (length(note) <= 200) not valid;
alter table stock_movements validate constraint stock_movements_reason;
alter table stock_movements validate constraint stock_movements_note;
