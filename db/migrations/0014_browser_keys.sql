-- A session that a browser opened is renewed only together with the key in the browser's cookie. Null: not bound to one.
alter table sessions add column browser_key_hash bytea;
