import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: insufficient_privilege */
export function isForbidden(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === '42501'
}

/** The superuser of a PostgreSQL on this machine. */
const AS_POSTGRES = 'runuser -u postgres -- psql'
/** Read by the shell: `postgres` may not enter the folder. */
const ROLES = fileURLToPath(new URL('../../../deploy/roles.sql', import.meta.url))

interface Rights {
  me: string
  base: string
  /** Who owns the tables; null when there are none. */
  owner: string | null
  mayRead: boolean
  /** Another role that may create tables and extensions here; null for none. */
  creator: string | null
}

/**
 * Why PostgreSQL refused this role (`isForbidden`) and which command mends it, in one sentence. `again` is the refused
 * command and where it takes a role from, e.g. 'probá de nuevo con MIGRATE_DATABASE_URL'; undefined when it only reads
 * and writes rows.
 */
export async function whyForbidden(db: Db, again: string | undefined): Promise<string> {
  const { me, base, owner, mayRead, creator } = await rightsOf(db)
  const isShops = ['surbrote_owner', 'surbrote_app'].includes(me)
  const roles = `corré como root «${AS_POSTGRES} -q -v ON_ERROR_STOP=1 -d ${base} < ${ROLES}»`
  if (again === undefined || (owner !== null && !mayRead)) {
    const mend = isShops ? `${roles} y probá de nuevo` : `usá el usuario «${owner}», que es el dueño`
    return `El usuario «${me}» no tiene permisos sobre las tablas de «${base}»: ${mend}.`
  }
  if (owner !== null && owner !== me)
    return `El usuario «${me}» no puede cambiar las tablas de «${base}»: ${again} del usuario «${owner}».`
  const cannot = `El usuario «${me}» no puede crear tablas y extensiones en «${base}»`
  if (creator !== null) return `${cannot}: ${again} del usuario «${creator}».`
  if (isShops) return `${cannot}: ${roles}, y ${again} del usuario «surbrote_owner».`
  return `${cannot}: corré como root «${AS_POSTGRES} -c 'alter database "${base}" owner to "${me}"'» y probá de nuevo.`
}

async function rightsOf(db: Db): Promise<Rights> {
  const { rows } = await sql<Rights>`
    select current_user as me, current_database() as base, pg_get_userbyid(t.relowner) as owner,
      coalesce(has_table_privilege(t.oid, 'select'), false) as "mayRead",
      (select rolname from pg_roles
        where rolcanlogin and not rolsuper and rolname <> current_user
          and has_schema_privilege(oid, 'public', 'create') and has_database_privilege(oid, current_database(), 'create')
        order by rolname = 'surbrote_owner' desc, rolname limit 1) as creator
    from (values (to_regclass('public.schema_migrations'))) as wanted (oid)
    left join pg_class t on t.oid = wanted.oid`.execute(db)
  const [rights] = rows
  if (!rights) throw new Error('A query without rows')
  return rights
}
