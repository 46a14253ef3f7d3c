-- Runs beside: 0.2.0
-- The cultivar as the national register of seeds (INASE) names and numbers it.
alter table products
  add column inase_name text not null default '',
  add column inase_number text not null default '';
alter table products
  add constraint products_inase_name check (length(inase_name) <= 120) not valid,
  add constraint products_inase_number check (length(inase_number) <= 40) not valid;
alter table products validate constraint products_inase_name;
alter table products validate constraint products_inase_number;

-- A harvest of a product. The code is unique in the shop, as the QR on a pack names nothing else.
create table lots (
  id integer generated always as identity primary key,
  product_id integer not null references products,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  harvested_on date,
  expires_on date,
  state text not null default 'open' check (state in ('open', 'held', 'closed')),
  -- Whether /lote/{code} shows it.
  is_public boolean not null default false,
  is_recalled boolean not null default false,
  public_note text not null default '' check (length(public_note) <= 500),
  note text not null default '' check (length(note) <= 500),
  version integer not null default 1,
  created_at timestamptz not null,
  check (expires_on is null or harvested_on is null or expires_on >= harvested_on),
  check (not is_recalled or state <> 'open')
);
create unique index lots_code on lots (code);
create index lots_product on lots (product_id);

-- Germination tests of the shop. Voided, never deleted.
create table lot_tests (
  id integer generated always as identity primary key,
  lot_id integer not null references lots,
  tested_on date not null,
  sown integer not null check (sown between 1 and 1000),
  germinated integer not null check (germinated between 0 and sown),
  method text not null default '' check (length(method) <= 60),
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  voided_at timestamptz,
  voided_by integer references users on delete set null
);
create index lot_tests_lot on lot_tests (lot_id, tested_on desc, id desc);
create index lot_tests_user on lot_tests (user_id) where user_id is not null;
create index lot_tests_voided_by on lot_tests (voided_by) where voided_by is not null;

-- The ledger of the units of lots: for each lot and presentation the sum is what lies on the shelf and is chosen for no
-- order. Orders have no foreign key: it outlives them, so that a lot is traced to whoever received it.
create table lot_movements (
  id bigint generated always as identity primary key,
  lot_id integer not null references lots,
  blister_id integer not null references blisters,
  change integer not null check (change <> 0),
  reason text not null check (reason in ('received', 'order', 'released', 'adjusted')),
  order_id integer,
  stock_movement_id bigint,
  user_id integer,
  created_at timestamptz not null,
  check ((reason in ('order', 'released')) = (order_id is not null))
);
create index lot_movements_lot on lot_movements (lot_id, blister_id, id);
create index lot_movements_blister on lot_movements (blister_id, lot_id);
create index lot_movements_order on lot_movements (order_id) where order_id is not null;
create index lot_movements_stock on lot_movements (stock_movement_id) where stock_movement_id is not null;

create trigger lot_movements_is_append_only before update or delete on lot_movements
  for each row execute function refuse_change();
create trigger lot_movements_is_not_truncated before truncate on lot_movements
  for each statement execute function refuse_change();
