-- Runs beside: 0.2.0
-- Links in mails of both purposes in one table. An account may have several live ones: a stranger who asks for another does not end
-- the one that its owner has just got.
alter table mail_links add column purpose text not null default 'reset' check (purpose in ('reset', 'sign_in'));
alter table mail_links alter column purpose drop default;
alter table mail_links drop constraint mail_links_pkey;
alter table mail_links drop constraint mail_links_token_hash_key;
alter table mail_links add primary key (token_hash);
create index mail_links_user on mail_links (user_id);
insert into mail_links (user_id, purpose, token_hash, email, expires_at)
select user_id, 'sign_in', token_hash, email, expires_at from sign_in_links;
drop table sign_in_links;
