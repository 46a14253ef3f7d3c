-- Runs beside: 0.2.0
-- What the shop writes to customers in chats, where an admin changed the text that comes with it.
create table message_templates (
  key text primary key check (length(key) <= 40),
  body text not null check (length(body) <= 1000),
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by integer references users on delete set null
);
create index message_templates_updated_by on message_templates (updated_by);

-- A message can also be opened in Telegram, or copied.
alter table order_contacts drop constraint order_contacts_channel_check;
alter table order_contacts add constraint order_contacts_channel_check
  check (channel in ('whatsapp', 'telegram', 'email', 'phone', 'copied')) not valid;
alter table order_contacts validate constraint order_contacts_channel_check;
