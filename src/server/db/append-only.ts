import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Tables whose rows are only inserted; changing them needs the tables' owner role. */
export const APPEND_ONLY = [
  'activity_log',
  'stock_movements',
  'price_runs',
  'price_changes',
  'lot_movements',
  'content_versions',
  'schema_migrations',
]

/** Tables whose rows may be voided but not deleted. Deleting their order cascades, with the owner's rights. */
const NEVER_DELETED = ['order_payments']

/**
 * Revokes update and delete on these tables from every other role, such as the shop's own: default privileges grant
 * it all rights on new tables (deploy/roles.sql). Does nothing unless the role owns the tables.
 */
export async function protectAppendOnly(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; role: string }>`
    select distinct c.relname as table, a.grantee::regrole::text as role
    from pg_class c cross join lateral aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and c.relname in (${sql.join([...APPEND_ONLY, ...NEVER_DELETED])})
      and pg_get_userbyid(c.relowner) = current_user and a.grantee not in (0, c.relowner)
      and (a.privilege_type in ('DELETE', 'TRUNCATE')
        or c.relname in (${sql.join(APPEND_ONLY)}) and a.privilege_type = 'UPDATE'
        or c.relname = 'schema_migrations' and a.privilege_type = 'INSERT')`.execute(db)
  // `regrole` quotes names where needed.
  for (const { table, role } of rows) {
    const rights = sql.raw(NEVER_DELETED.includes(table) ? 'delete, truncate' : 'update, delete, truncate')
    await sql`revoke ${rights} on ${sql.table(table)} from ${sql.raw(role)}`.execute(db)
    if (table === 'schema_migrations')
      await sql`revoke insert on ${sql.table(table)} from ${sql.raw(role)}`.execute(db)
  }
}

/** Append-only tables that this role can change without owning them. */
export async function changeableTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) <> current_user
      and (relname in (${sql.join(APPEND_ONLY)}) and has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE')
        or relname in (${sql.join(NEVER_DELETED)}) and has_table_privilege(oid, 'DELETE, TRUNCATE')) order by 1`.execute(
    db,
  )
  return rows.map(({ table }) => table)
}
