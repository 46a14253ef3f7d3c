import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Email } from '../../../contract/text.ts'
import type { Db } from '../../db/connect.ts'
import { type Command, databaseName, onlyArgument, say, UsageError } from './command.ts'
import { onShop } from './on-shop.ts'
import { readShop } from './read-shop.ts'

export const exportPerson: Command = {
  usage: 'EMAIL',
  help: 'escribe en JSON todo lo que la tienda guarda de una persona',
  async run({ config, args }) {
    const email = emailIn(args)
    const person = await readShop(config, ({ tx }) => readPerson(tx, email))
    return say(JSON.stringify({ email, ...person }, null, 2))
  },
}

export const forgetPerson: Command = {
  usage: 'EMAIL',
  help: 'borra la cuenta y los datos de una persona, también los que mandó sin cuenta',
  async run(call) {
    const email = emailIn(call.args)
    const { accounts, claims, regrets, mails, files } = await onShop(call, { ask: 'forget person', email })
    const count = `cuentas ${accounts}, reclamos ${claims}, arrepentimientos ${regrets}, mails ${mails}, archivos ${files}`
    return say(
      `Olvidada: ${count}; en ${databaseName(call.config)}. Las copias de seguridad todavía la nombran.`,
    )
  },
}

function emailIn(args: string[]): string {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const email = Email.safeParse(onlyArgument(positionals, 'el email'))
  if (!email.success) throw new UsageError(email.error.issues[0]?.message)
  return email.data
}

/** All rows about a person, as they are stored; without hashes and codes, which say nothing about anybody. */
export async function readPerson(db: Db, email: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    with person as (select id from users where lower(email) = lower(${email}))
    select
      (select to_jsonb(u) - 'password_hash' from users u join person using (id)) as account,
      (select jsonb_agg(jsonb_build_object('created_at', created_at, 'ends_at', ends_at))
        from sessions join person on person.id = user_id) as sessions,
      (select jsonb_agg(to_jsonb(o) || jsonb_build_object('lines',
          (select jsonb_agg(to_jsonb(l)) from order_lines l where l.order_id = o.id)) order by o.id)
        from orders o where o.user_id in (select id from person) or lower(o.customer_email) = lower(${email})) as orders,
      (select jsonb_agg(to_jsonb(c) - 'admin_notes' order by c.id) from warranty_claims c
        where c.user_id in (select id from person) or lower(c.email) = lower(${email})) as claims,
      (select jsonb_agg(to_jsonb(r) order by r.id) from regret_requests r
        where r.user_id in (select id from person) or lower(r.email) = lower(${email})) as regrets,
      (select jsonb_agg(to_jsonb(p) - 'owner_hash' order by p.id) from uploads p
        where p.user_id in (select id from person)) as uploads,
      (select jsonb_agg(to_jsonb(m) - 'body_html' order by m.id) from outbox m
        where m.user_id in (select id from person) or lower(${email}) in (lower(m.recipient), lower(m.reply_to))) as mails,
      (select jsonb_agg(to_jsonb(a) order by a.id) from activity_log a
        where a.user_id in (select id from person)) as activity`.execute(db)
  return rows[0] ?? {}
}
