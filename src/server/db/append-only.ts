import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Tables whose rows the shop adds and never changes; only the owner of the tables may. */
export const APPEND_ONLY = [
  'activity_log',
  'stock_movements',
  'price_runs',
  'price_changes',
  'content_versions',
  'schema_migrations',
]

/**
 * Takes the right to change or remove rows of these tables from every other role, such as the one that the shop runs as: a
 * table that a migration makes is given to it whole (deploy/roles.sql). Does nothing as a role that is not their owner.
 */
export async function protectAppendOnly(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; role: string }>`
    select distinct c.relname as table, a.grantee::regrole::text as role
    from pg_class c cross join lateral aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and c.relname in (${sql.join(APPEND_ONLY)})
      and pg_get_userbyid(c.relowner) = current_user and a.grantee not in (0, c.relowner)
      and (a.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') or c.relname = 'schema_migrations' and a.privilege_type = 'INSERT')`.execute(
    db,
  )
  // `regrole` quotes names where needed.
  for (const { table, role } of rows) {
    await sql`revoke update, delete, truncate on ${sql.table(table)} from ${sql.raw(role)}`.execute(db)
    if (table === 'schema_migrations')
      await sql`revoke insert on ${sql.table(table)} from ${sql.raw(role)}`.execute(db)
  }
}

/** Of these tables, those whose rows this role can change although it is not their owner. */
export async function changeableTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relname in (${sql.join(APPEND_ONLY)})
      and pg_get_userbyid(relowner) <> current_user
      and has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') order by 1`.execute(db)
  return rows.map(({ table }) => table)
}
