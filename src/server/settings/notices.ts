import type * as contract from '../../contract/settings/notices.ts'
import { sql } from 'kysely'
import type { Notice } from '../../contract/settings/notices.ts'
import { type Config, isExample, isMailCatcher, isOwnName, isTriedOut } from '../config.ts'
import type { OwnInputOf } from '../http/input.ts'
import { backupSentence, MAKE_ONE } from '../mail/backup-mail.ts'
import type { Shop } from '../shop.ts'
import { findBackupProblem } from './backups.ts'
import { getSettings, shopAddress } from './settings.ts'

const MINUTE = 60_000
/** The same threshold as the alert `MailFailing` in deploy/prometheus/rules.yml. */
const MAIL_MAY_WAIT_MS = 10 * MINUTE
/** No shop is unused for so long: the clock must be wrong. */
const LONG_AHEAD_MS = 300 * 24 * 60 * MINUTE

/** For the panel, called under the name `host`. */
export async function listNotices({ shop, host }: OwnInputOf<typeof contract.listNotices, 'host'>) {
  const notices = await noticeOfWaiting(shop)
  if (isTriedOut(shop.config)) return notices
  const { smtpUrl, mailFrom } = shop.config
  if (smtpUrl === undefined)
    notices.push({
      kind: 'no-mail-server',
      text: 'No sale ningún mail: falta SMTP_URL. Cada uno queda como archivo en el servidor.',
    })
  else if (isMailCatcher(smtpUrl))
    notices.push({
      kind: 'no-mail-server',
      text: 'No llega ningún mail: SMTP_URL es un servidor de prueba (puerto 1025), que los muestra y no los entrega.',
    })
  else if (isExample(mailFrom))
    notices.push({
      kind: 'sender',
      text: `Los mails salen de ${mailFrom}, una dirección que no existe: falta MAIL_FROM. Muchos servidores los rechazan.`,
    })
  return [
    ...notices,
    ...(await noticeOfOrders(shop)),
    ...noticeOfAddress(shop.config, host),
    ...(await noticeOfBackups(shop)),
  ]
}

/** A wrong PUBLIC_URL fails nowhere else: only the links of mails lead to another site. */
function noticeOfAddress({ publicUrl }: Pick<Config, 'publicUrl'>, host: string): Notice[] {
  const nameOf = (url: string) => new URL(url).hostname.replace(/^www\./, '')
  const called = URL.canParse(`https://${host}`) ? nameOf(`https://${host}`) : ''
  // Behind a proxy that changes the host, the shop is called by a number or an internal name.
  const isInternal = !/\.[a-z]/.test(called) || /\.(?:internal|local|lan|home)$/.test(called)
  if (called === nameOf(publicUrl) || isOwnName(called) || isInternal || isExample(called)) return []
  return [
    {
      kind: 'address',
      text: `Entraste por ${called}, y los links de los mails llevan a ${publicUrl}. Si la tienda no está ahí, hay que corregir PUBLIC_URL en el servidor.`,
    },
  ]
}

/** The address for order mails. */
export async function ordersAddress({ db }: Pick<Shop, 'db'>): Promise<string> {
  return shopAddress(await getSettings(db))
}

async function noticeOfOrders(shop: Pick<Shop, 'db'>): Promise<Notice[]> {
  const to = await ordersAddress(shop)
  if (to !== '' && !isExample(to)) return []
  const text =
    to === ''
      ? 'Nadie recibe los avisos de pedidos: falta el email en Ajustes.'
      : `Los avisos de pedidos van a ${to}, una dirección que no existe. Se cambia en Ajustes.`
  return [{ kind: 'orders-email', text }]
}

async function noticeOfBackups(shop: Pick<Shop, 'db' | 'now' | 'config'>): Promise<Notice[]> {
  const problem = await findBackupProblem(shop)
  if (!problem) return []
  return [
    {
      kind: 'backup',
      text: `${backupSentence(problem)} En el servidor, para hacer una: con systemd, «${MAKE_ONE}»; con otro, su tarea.`,
    },
  ]
}

async function noticeOfWaiting(shop: Pick<Shop, 'db' | 'now'>): Promise<Notice[]> {
  const { count, refused } = await mailThatWaits(shop)
  if (count === 0) return []
  const why = refused > 0 ? 'no acepta el usuario o la contraseña de SMTP_URL' : 'no acepta mails'
  return [
    {
      kind: 'mail-waits',
      text: `El servidor de correo ${why}: ${count === 1 ? 'hay 1' : `hay ${count}`} sin salir hace más de diez minutos.`,
    },
  ]
}

/** Waiting mails with failed attempts; `refused`: those that failed because the shop may not sign in. */
async function mailThatWaits({ db, now }: Pick<Shop, 'db' | 'now'>) {
  return db
    .selectFrom('outbox')
    .select((mail) => [
      mail.fn.countAll<number>().as('count'),
      mail.fn.countAll<number>().filterWhere('last_error', 'like', 'EAUTH%').as('refused'),
    ])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('last_error', '!=', '')
    .where('created_at', '<', new Date(now().getTime() - MAIL_MAY_WAIT_MS))
    .executeTakeFirstOrThrow()
}

/**
 * Checked at start, before anything expires: a clock years ahead would silently end all sessions and codes. Undefined
 * if the newest log entry is recent; else its time.
 */
export async function clockIsAhead({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<Date | undefined> {
  const { rows } = await sql<{
    newest: Date | null
  }>`select max(created_at) as newest from activity_log`.execute(db)
  const newest = rows[0]?.newest
  return newest && now().getTime() - newest.getTime() > LONG_AHEAD_MS ? newest : undefined
}
