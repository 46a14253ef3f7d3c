import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { engines, openTestDatabase } from '../../../test/support/databases/test-database.ts'
import { migrate } from './migrate.ts'

it.each(engines)('0080 and 0081 on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { db } = database
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(database, 'db/migrations', '0050_stock_ledger.sql')
  await sql
    .raw(`insert into users (username, email, password_hash, created_at) values ('ana_paz','ana@x.example','x',now());
  insert into uploads (id, preset, width, height, bytes, claimed_at, created_at) values ('f1','warranty',1,1,1,now(),now()),('f2','warranty',1,1,1,now(),now());
  insert into regret_requests (code, order_number, name, email, answer, received_at) values ('ARR-00000001','1','Ana','ana@x.example','hola',now()),('ARR-00000002','1','Usuario eliminado','','chau Ana',now());
  insert into warranty_claims (purchase_type,name,email,product_name,purchase_date,germination_date,description,photo1,created_at,updated_at) values
   ('without-order','Ana','ana@x.example','P','2026-01-01','2026-01-02','d','f1',now(),now()),('without-order','Usuario eliminado','','P','2026-01-01','2026-01-02','Ana','f2',now(),now());
  insert into activity_log (action, entity, entity_id, description, changes, created_at) values
   ('update','regret_request',1,'x','{"answer":{"before":"","after":"hola"}}',now()),('update','regret_request',2,'x','{"answer":{"before":"","after":"chau Ana"}}',now());
  insert into mail_links (user_id, token_hash, email, expires_at) values (1,'a','ana@x.example',now());
  insert into sign_in_links (user_id, token_hash, email, expires_at) values (1,'b','ana@x.example',now());`)
    .execute(db)
  await migrate(database, 'db/migrations')
  const all = async (table: string) => (await sql`select * from ${sql.table(table)}`.execute(db)).rows
  console.log(
    engine,
    JSON.stringify(
      {
        log: (await sql`select changes from activity_log`.execute(db)).rows,
        texts: await all('activity_texts'),
        regrets: (await sql`select name, answer, order_number from regret_requests order by id`.execute(db))
          .rows,
        claims: (await sql`select name, description, photo1 from warranty_claims order by id`.execute(db))
          .rows,
        uploads: (await sql`select id, claimed_at, released_at from uploads order by id`.execute(db)).rows,
        links: (await sql`select user_id, purpose from mail_links`.execute(db)).rows,
      },
      null,
      1,
    ),
  )
  await expect(sql`update activity_log set description = 'y'`.execute(db)).rejects.toThrow('only ever added')
  await database.close()
})
