-- Where an answer to a mail goes. Null: to the shop's contact address.
alter table outbox add column reply_to text;
