-- Runs beside: 0.1.0
-- Payments, delivery and notes of an order stand beside its three states. None of them raises `version`.
alter table orders
  -- Centavos: payments less refunds, without those that are voided.
  add column paid_total bigint not null default 0,
  add column agreed_method text,
  add column agreed_due date,
  add column prepared_at timestamptz,
  add column handed_at timestamptz,
  add column handed_how text,
  add column carrier text not null default '',
  add column tracking text not null default '';
alter table orders
  add constraint orders_paid check (paid_total >= 0) not valid,
  add constraint orders_agreed check (
    agreed_method in ('cash', 'transfer', 'wallet', 'other') and agreed_method is not null
    or agreed_method is null and agreed_due is null) not valid,
  add constraint orders_handed check (
    handed_at is null and handed_how is null
    or handed_at is not null and handed_how is not null and handed_how in ('in_person', 'shipped')) not valid,
  add constraint orders_sent check (length(carrier) <= 60 and length(tracking) <= 80) not valid;
alter table orders validate constraint orders_paid;
alter table orders validate constraint orders_agreed;
alter table orders validate constraint orders_handed;
alter table orders validate constraint orders_sent;

-- What may still need something from the shop.
create index orders_open on orders (created_at, id)
  where status = 'pending' or (status = 'cancelled' and paid_total > 0)
    or (status = 'completed' and paid_total < total and (paid_total > 0 or agreed_method is not null));

-- A note of money that changed hands outside the shop. It is voided once, never changed, and leaves only with its order.
create table order_payments (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  kind text not null check (kind in ('payment', 'refund')),
  -- Centavos.
  amount bigint not null check (amount > 0),
  method text not null check (method in ('cash', 'transfer', 'wallet', 'other')),
  paid_on date not null,
  reference text not null default '' check (length(reference) <= 80),
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  voided_at timestamptz,
  voided_by integer references users on delete set null,
  void_reason text not null default '' check (length(void_reason) <= 200)
);
create index order_payments_order on order_payments (order_id);
create index order_payments_user on order_payments (user_id);
create index order_payments_voided_by on order_payments (voided_by);

create function refuse_other_payment() returns trigger language plpgsql as $$
begin
  if (new.order_id, new.kind, new.amount, new.method, new.paid_on, new.created_at)
      is distinct from (old.order_id, old.kind, old.amount, old.method, old.paid_on, old.created_at)
    or old.voided_at is not null and new.voided_at is distinct from old.voided_at then
    raise exception 'a payment is voided, never changed' using errcode = 'raise_exception';
  end if;
  return new;
end
$$;
create trigger order_payments_stay_as_noted before update on order_payments
  for each row execute function refuse_other_payment();

-- Internal, or shown to the customer.
create table order_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  text text not null check (length(text) <= 2000),
  visible boolean not null default false,
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  mailed_at timestamptz,
  deleted_at timestamptz
);
create index order_notes_order on order_notes (order_id);
create index order_notes_user on order_notes (user_id);

-- That somebody opened a chat or a mail, never that it was sent.
create table order_contacts (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  channel text not null check (channel in ('whatsapp', 'email', 'phone')),
  template text not null default '' check (length(template) <= 40),
  user_id integer references users on delete set null,
  created_at timestamptz not null
);
create index order_contacts_order on order_contacts (order_id);
create index order_contacts_user on order_contacts (user_id);
