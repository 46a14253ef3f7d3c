-- The whole schema of the shop. Money is whole centavos, days are days of Buenos Aires, times are timestamptz.
-- The checks repeat the rules of the code: the last line of defence against a wrong state.

create extension if not exists pg_trgm;

-- People ---------------------------------------------------------------------------------------------------------

create table users (
  id integer generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,30}$'),
  email text not null check (length(email) between 3 and 254),
  password_hash text not null,
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  instagram text check (length(instagram) <= 60),
  phone text not null default '' check (phone ~ '^([0-9]{10})?$'),
  is_staff boolean not null default false,
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  last_login_at timestamptz
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_newest on users (created_at desc, id desc);

-- A session is one sign-in. Its tokens are random; only their SHA-256 is kept.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  -- Refreshing stops at whichever comes first: idle for too long, or too old altogether.
  idle_until timestamptz not null,
  ends_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_ends on sessions (ends_at);

create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  -- The refresh token this one was exchanged for. Used to tell a slow network from a thief.
  parent_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_parent on session_tokens (parent_hash) where parent_hash is not null;
create index session_tokens_expires on session_tokens (expires_at);

-- Six-digit codes: at most one live code for each account and purpose.
create table verification_codes (
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'email_change')),
  email text not null,
  code_hmac bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  primary key (user_id, purpose)
);

-- Counters of failures and of sent codes, by a hashed key. Shared by every instance of the shop.
create table throttles (
  key text primary key,
  failures integer not null default 0,
  window_started timestamptz not null,
  blocked_until timestamptz
);
create index throttles_window on throttles (window_started);

-- Catalogue ------------------------------------------------------------------------------------------------------

create table brands (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 2000),
  image text,
  is_national boolean not null default true,
  created_at timestamptz not null
);
create unique index brands_name on brands (lower(name));

create table products (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('fem', 'auto', 'reg', 'merch')),
  brand_id integer references brands,
  genotype text not null default '',
  sativa numeric(5, 2) check (sativa between 0 and 100),
  indica numeric(5, 2) check (indica between 0 and 100),
  thc text not null default '',
  cbd text not null default '',
  flavors text not null default '',
  effects text not null default '',
  flowering_time text not null default '',
  completed_cicle text not null default '',
  height_indoor text not null default '',
  height_outdoor text not null default '',
  yield_indoor text not null default '',
  yield_outdoor text not null default '',
  description text not null default '' check (length(description) <= 2000),
  product_size text not null default '',
  sku text not null default '',
  highlighted boolean not null default false,
  limited_edition boolean not null default false,
  available boolean not null default true,
  image text,
  image_2 text,
  image_3 text,
  -- Null: as its brand.
  is_national boolean,
  -- Lower case, without accents: name, genotype, aromas, brand, SKU, each in a line. Written by each save.
  search_text text not null default '',
  -- Lowest final price above 0, in centavos, and highest discount over the presentations. Written by each save, never
  -- by an order, so that selling does not contend for the product row.
  min_price bigint check (min_price > 0),
  max_discount numeric(5, 2) not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz
);
-- With all that a list filters by, so that counting a filtered list reads the index alone.
create index products_newest on products (created_at desc, id desc)
  include (type, brand_id, available, highlighted, limited_edition, min_price, max_discount) where deleted_at is null;
create index products_shown on products (created_at desc, id desc)
  include (type, brand_id, highlighted, limited_edition, min_price, max_discount) where deleted_at is null and available;
create index products_type on products (type, created_at desc, id desc) where deleted_at is null;
-- The search text begins with the name; byte order, so that every database sorts alike.
create index products_name on products (search_text collate "C", id) where deleted_at is null;
create index products_cheapest on products (min_price, id) where deleted_at is null;
create index products_dearest on products (min_price desc nulls last, id desc) where deleted_at is null;
create index products_brand on products (brand_id, type, created_at desc, id desc) where deleted_at is null;
create index products_highlighted on products (created_at desc, id desc) where deleted_at is null and highlighted;
create index products_search on products using gin (search_text gin_trgm_ops) where deleted_at is null;

create table blisters (
  id integer generated always as identity primary key,
  product_id integer not null references products,
  seed_count integer not null check (seed_count between 1 and 1000),
  -- Centavos. 0: not for sale yet.
  price bigint not null check (price between 0 and 9999999999),
  discount numeric(5, 2) not null default 0 check (discount between 0 and 100),
  -- Centavos, written together with price and discount by the one function that applies a discount.
  final_price bigint not null check (final_price between 0 and price),
  stock integer not null check (stock between 0 and 1000000),
  deleted_at timestamptz,
  unique (id, product_id)
);
create index blisters_product on blisters (product_id) where deleted_at is null;

-- Orders ---------------------------------------------------------------------------------------------------------

create table orders (
  id integer generated always as identity primary key,
  -- Null once the account was deleted.
  user_id integer references users on delete set null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
  is_archived boolean not null default false,
  recipient_name text not null check (length(recipient_name) <= 100),
  customer_email text not null,
  customer_phone text not null,
  delivery_type text not null check (delivery_type in ('coordinate', 'address')),
  shipping_address text not null check (length(shipping_address) <= 300),
  -- Centavos: the sum over the lines.
  total bigint not null check (total >= 0),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index orders_user on orders (user_id, created_at desc, id desc);
create index orders_status on orders (status, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_recipient on orders using gin (lower(recipient_name) gin_trgm_ops);

-- What was sold, as it was: nothing here changes when the product does.
create table order_lines (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  product_id integer not null,
  blister_id integer not null,
  quantity integer not null check (quantity between 1 and 99),
  -- Centavos.
  price_at_time bigint not null check (price_at_time >= 0),
  product_name text not null,
  product_brand text,
  product_image text,
  product_type text not null,
  seed_count integer not null,
  unique (order_id, blister_id),
  foreign key (blister_id, product_id) references blisters (id, product_id)
);
create index order_lines_product on order_lines (product_id);
create index order_lines_blister on order_lines (blister_id);

-- The ledger: for each presentation the sum of `change` is its stock. Rows are only ever added.
create table stock_movements (
  id bigint generated always as identity primary key,
  blister_id integer not null references blisters,
  change integer not null check (change <> 0),
  reason text not null check (
    reason in ('initial', 'adjustment', 'order', 'order_edited', 'line_removed', 'cancelled', 'reopened', 'order_deleted')
  ),
  -- No foreign keys: the ledger outlives orders and accounts.
  order_id integer,
  user_id integer,
  created_at timestamptz not null
);
create index stock_movements_blister on stock_movements (blister_id, id);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;

-- The answer given to a request that carried an Idempotency-Key. `scope` is the user, or the address of a visitor.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Files ----------------------------------------------------------------------------------------------------------

create table uploads (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,80}$'),
  preset text not null check (preset in ('product', 'brand', 'banner', 'warranty')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  -- Null for anonymous visitors, who are known by a hash of their address.
  user_id integer references users on delete set null,
  owner_hash bytea,
  -- Set once, when something of the shop starts to use the file. Unclaimed files are removed after a day.
  claimed_at timestamptz,
  created_at timestamptz not null
);
create index uploads_unclaimed on uploads (created_at) where claimed_at is null;

-- Warranty -------------------------------------------------------------------------------------------------------

create table warranty_claims (
  id integer generated always as identity primary key,
  user_id integer references users on delete set null,
  order_id integer references orders on delete set null,
  product_id integer references products,
  purchase_type text not null check (purchase_type in ('with-order', 'without-order')),
  name text not null check (length(name) <= 100),
  email text not null,
  phone text not null default '',
  order_number text not null default '' check (length(order_number) <= 40),
  product_name text not null check (length(product_name) <= 100),
  purchase_date date not null,
  germination_date date not null check (germination_date >= purchase_date),
  description text not null check (length(description) between 1 and 2000),
  photo1 text unique references uploads,
  photo2 text unique references uploads,
  photo3 text unique references uploads,
  status text not null default 'pending' check (status in ('pending', 'reviewing', 'approved', 'rejected', 'resolved')),
  admin_notes text not null default '' check (length(admin_notes) <= 5000),
  admin_response text not null default '' check (length(admin_response) <= 5000),
  resolution_details text not null default '' check (length(resolution_details) <= 5000),
  out_of_window boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(photo1, photo2, photo3) >= 1)
);
create index warranty_claims_user on warranty_claims (user_id, created_at desc, id desc);
create index warranty_claims_status on warranty_claims (status, created_at desc, id desc);
create index warranty_claims_newest on warranty_claims (created_at desc, id desc);

-- Shop window and books --------------------------------------------------------------------------------------------

create table banners (
  id integer generated always as identity primary key,
  title text not null default '' check (length(title) <= 100),
  image_url text,
  mobile_image_url text,
  url_to text not null default '/productos' check (url_to ~ '^(/($|[^/\\])|https://)' and length(url_to) <= 300),
  position text not null default 'carousel',
  is_active boolean not null default true,
  -- Four places and no fifth, whoever adds at the same time. Deferrable, so that two can swap.
  slot integer not null check (slot between 1 and 4),
  start_date date,
  end_date date,
  created_at timestamptz not null,
  check (end_date >= start_date),
  constraint banners_slot unique (slot) deferrable initially immediate
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

create table activity_log (
  id bigint generated always as identity primary key,
  action text not null check (
    action in ('create', 'update', 'delete', 'register', 'login', 'order', 'status_change')
  ),
  entity text not null,
  entity_id integer,
  description text not null,
  -- No foreign key and no name: rows stay as they are when an account is deleted.
  user_id integer,
  changes jsonb not null default '{}',
  created_at timestamptz not null
);
create index activity_log_newest on activity_log (created_at desc, id desc);
create index activity_log_action on activity_log (action, created_at desc, id desc);
create index activity_log_entity on activity_log (entity, entity_id, created_at desc);
create index activity_log_search on activity_log using gin (lower(description) gin_trgm_ops);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'raise_exception';
end
$$;

create trigger activity_log_is_append_only before update or delete on activity_log
  for each row execute function refuse_change();
create trigger activity_log_is_not_truncated before truncate on activity_log
  for each statement execute function refuse_change();
create trigger stock_movements_is_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger stock_movements_is_not_truncated before truncate on stock_movements
  for each statement execute function refuse_change();

-- Mail that was promised in a transaction and is sent after it.
create table outbox (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text not null default '',
  created_at timestamptz not null
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and failed_at is null;
