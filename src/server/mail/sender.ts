import type { Look } from '../../contract/settings/look.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { latestStart } from '../clock.ts'
import type { JobWatcher } from '../start/jobs.ts'
import type { Shop } from '../shop.ts'
import { shopCall } from '../shop-call.ts'
import { maskAddress } from './mask.ts'
import { OUTBOX_CHANNEL } from './outbox.ts'
import { bringForward, takeNextMail, markFailed, markSent, nextDue } from './queries.ts'
import { frame } from './frame.ts'
import { isRefusedForGood } from './refused.ts'
import { MARK_ID, type MailTransport, openTransport, type Outgoing } from './transport.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = HOUR
const GIVE_UP_AFTER = 72 * HOUR
/** How long a taken mail is reserved: longer than sending one can take. */
const RESERVED = 120 * SECOND
/** The outbox is also read at this interval: a notification can be lost with its connection. */
const LOOK_EVERY = 30 * SECOND
const STOP_WITHIN = 9 * SECOND
/** After each mail the sender pauses for this multiple of the mail's database time, as customers come first. */
const REST = 6
const LONGEST_REST = SECOND / 4

/** Shop data of the mail header. */
interface OwnFacts extends Look {
  shop_name: string
  contact_email: string
}

interface SenderOptions {
  /** Called for each mail. */
  ownFacts: () => Promise<OwnFacts>
  /** The PNG of the header; without it, mails have its address. */
  drawMark?: (look: Look) => Promise<Buffer | undefined>
  /** By default from the environment. */
  transport?: MailTransport
  watcher?: JobWatcher
}

type Sending = SenderOptions & { transport: MailTransport }

export interface MailSender {
  /** Checks for due mail now. */
  nudge(): void
  /** Finishes the current mail and stops, within 10 s. The rest is sent after the next start. */
  stop(): Promise<void>
}

/**
 * Sends the mails of the outbox one at a time, outside of transactions. Several instances may run, as each takes a mail
 * before sending it. A mail can be sent twice when the process dies between sending it and marking it as sent.
 */
export function startSender(shop: Shop, options: SenderOptions): MailSender {
  const { transport = openTransport(shop.config) } = options
  const stopping = new AbortController()
  let awake = Promise.withResolvers<void>()
  const nudge = () => awake.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Cleared before the round, so that a nudge during it starts the next one.
      awake = Promise.withResolvers<void>()
      const wait = await sendDue(shop, { ...options, transport }, stopping.signal).catch((error: unknown) => {
        shop.log.error({ err: error }, 'The outbox could not be read')
        return LOOK_EVERY
      })
      if (!stopping.signal.aborted) await pause(wait)
    }
  }

  function pause(milliseconds: number): Promise<void> {
    const timer = setTimeout(nudge, milliseconds).unref()
    return awake.promise.finally(() => clearTimeout(timer))
  }

  const listening = listen(shop, nudge)
  const running = run()
  return { nudge, stop }

  async function stop(): Promise<void> {
    stopping.abort()
    nudge()
    const stopListening = await listening
    stopListening()
    await Promise.race([running, sleep(STOP_WITHIN, undefined, { ref: false })])
    transport.close()
  }
}

/**
 * Logs at start if the mail server is not usable, before a customer waits for a mail. The shop still starts, and the
 * sender keeps trying.
 */
export async function tryMailServer({ config, log }: Pick<Shop, 'config' | 'log'>): Promise<void> {
  const transport = openTransport(config)
  try {
    await transport.check?.()
  } catch (error) {
    log.warn(
      { reason: reasonOf(error) },
      `SMTP_URL: el servidor de correo no recibe mails ahora: mirá qué contesta con «${shopCall('mail test tu@dirección')}»`,
    )
  } finally {
    transport.close()
  }
}

/** Calls `nudge` for each new mail; resolves to a function that stops it. */
function listen(shop: Shop, nudge: () => void): Promise<() => void> {
  return shop.database.listen(OUTBOX_CHANNEL, nudge).catch((error: unknown) => {
    shop.log.warn({ err: error }, 'The sender hears no notifications and only looks now and then')
    return () => {}
  })
}

/** Sends all mails that are due; returns the milliseconds until the next one. */
async function sendDue(shop: Shop, sending: Sending, stopping: AbortSignal): Promise<number> {
  while (!stopping.aborted) {
    const took = await sendNext(shop, sending)
    if (took === undefined) break
    await sleep(Math.min(took * REST, LONGEST_REST))
  }
  const due = await nextDue(shop.db)
  const wait = due === undefined ? LOOK_EVERY : due.getTime() - shop.now().getTime()
  return Math.min(Math.max(wait, SECOND), LOOK_EVERY)
}

/** Makes mail due that would wait longer than the longest delay, after the clock was set back. */
export function bringForwardMail({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now()
  return bringForward(db, {
    now: at,
    longestWaitEnds: new Date(latestStart(at).getTime() + LONGEST_WAIT),
  })
}

/** Sends the next mail; resolves to the database time in milliseconds, undefined when none is due. */
async function sendNext(shop: Shop, sending: Sending): Promise<number | undefined> {
  const { transport, watcher } = sending
  const asked = performance.now()
  const now = shop.now()
  const mail = await takeNextMail(shop.db, now, new Date(now.getTime() + RESERVED))
  if (!mail) return undefined
  const facts = {
    mail: mail.id,
    message: mail.messageId,
    to: maskAddress(mail.recipient),
    attempt: mail.attempts,
  }
  const began = performance.now()
  const report = (ok: boolean) => watcher?.({ job: 'send mail', ok, milliseconds: performance.now() - began })
  try {
    const own = await sending.ownFacts()
    const mark = await sending.drawMark?.(own).catch((error: unknown) => {
      shop.log.warn({ ...facts, reason: reasonOf(error) }, 'The mark of a mail was not drawn')
      return undefined
    })
    await transport.send(letterOf(shop.config.publicUrl, { ...mail, mark }, own))
  } catch (error) {
    report(false)
    const at = shop.now()
    const gaveUp = at.getTime() - mail.triedSince.getTime() >= GIVE_UP_AFTER || isRefusedForGood(error)
    const reason = reasonOf(error)
    shop.log.warn({ ...facts, reason }, gaveUp ? 'A mail was given up' : 'A mail was not sent yet')
    await markFailed(shop.db, mail.id, {
      error: reason,
      nextAttemptAt: new Date(at.getTime() + waitAfter(mail.attempts)),
      failedAt: gaveUp ? at : null,
    })
    return began - asked
  }
  report(true)
  const sent = performance.now()
  await markSent(shop.db, mail.id, shop.now())
  shop.log.info(facts, shop.config.smtpUrl === undefined ? 'A mail was written to a file' : 'A mail was sent')
  return began - asked + (performance.now() - sent)
}

/** The mail with the shop's current header. Replies go to the shop by default. */
export function letterOf(publicUrl: string, mail: Outgoing, facts: OwnFacts): Outgoing {
  const { shop_name: shopName, contact_email, ...look } = facts
  const framed = frame(mail, {
    shopName,
    publicUrl,
    markSource: mail.mark && `cid:${MARK_ID}`,
    look,
    answeredBy: mail.replyTo === null ? 'shop' : 'customer',
  })
  return { ...mail, ...framed, fromName: shopName, replyTo: mail.replyTo ?? (contact_email || null) }
}

/** The error of the server, with masked addresses. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error ? [Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')] : []
  const masked = text.replace(/[^\s<>"']{1,64}@[^\s<>"']{1,253}/g, maskAddress)
  return [...code.filter(Boolean), masked].join(' ').slice(0, 500)
}

/** 30 s, 1 min, 2 min … 1 h. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
}
