import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWatcher } from '../jobs.ts'
import type { Shop } from '../shop.ts'
import { maskAddress } from './mask.ts'
import { OUTBOX_CHANNEL } from './outbox.ts'
import { claimNext, markFailed, markSent, nextDue } from './queries.ts'
import { type MailTransport, openTransport } from './transport.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = HOUR
const GIVE_UP_AFTER = 72 * HOUR
/** Some servers refuse at first whom they do not know yet. */
const TRIES_OF_REFUSED = 5
/** A claimed mail is left alone for so long: more than all the steps of sending one can take together. */
const CLAIM = 120 * SECOND
/** Also without a notification, which a lost connection can swallow. */
const LOOK_EVERY = 30 * SECOND
const STOP_WITHIN = 9 * SECOND

export interface MailSender {
  /** Looks for due mail at once. */
  nudge(): void
  /** Finishes the mail that is being sent and ends, within 10 s. What is left is sent after the next start. */
  stop(): Promise<void>
}

/**
 * Sends what the outbox holds, one mail at a time, outside any transaction. Several instances may run: each mail is
 * claimed first. A mail can go out twice when the process dies between sending and writing that down.
 */
export function startSender(
  shop: Shop,
  transport: MailTransport = openTransport(shop.config),
  watcher?: JobWatcher,
): MailSender {
  const stopping = new AbortController()
  let awake = Promise.withResolvers<void>()
  const nudge = () => awake.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before looking: a nudge that comes while this round sends begins the next one at once.
      awake = Promise.withResolvers<void>()
      const wait = await sendDue().catch((error: unknown) => {
        shop.log.error({ err: error }, 'The outbox could not be read')
        return LOOK_EVERY
      })
      if (!stopping.signal.aborted) await pause(wait)
    }
  }

  /** Sends all that is due; answers how long nothing will be. */
  async function sendDue(): Promise<number> {
    while (!stopping.signal.aborted && (await sendNext(shop, transport, watcher))) {
      // Until none is due.
    }
    const due = await nextDue(shop.db)
    const wait = due === undefined ? LOOK_EVERY : due.getTime() - shop.now().getTime()
    return Math.min(Math.max(wait, SECOND), LOOK_EVERY)
  }

  function pause(milliseconds: number): Promise<void> {
    const timer = setTimeout(nudge, milliseconds).unref()
    return awake.promise.finally(() => clearTimeout(timer))
  }

  const listening = shop.database.listen(OUTBOX_CHANNEL, nudge).catch((error: unknown) => {
    shop.log.warn({ err: error }, 'The sender hears no notifications and only looks now and then')
    return () => {}
  })
  const running = run()

  return {
    nudge,
    async stop() {
      stopping.abort()
      nudge()
      const stopListening = await listening
      stopListening()
      await Promise.race([running, sleep(STOP_WITHIN, undefined, { ref: false })])
      transport.close()
    },
  }
}

/** False when nothing is due. */
async function sendNext(shop: Shop, transport: MailTransport, watcher?: JobWatcher): Promise<boolean> {
  const now = shop.now()
  const mail = await claimNext(shop.db, now, new Date(now.getTime() + CLAIM))
  if (!mail) return false
  const facts = {
    mail: mail.id,
    message: mail.messageId,
    to: maskAddress(mail.recipient),
    attempt: mail.attempts,
  }
  const began = performance.now()
  const tell = (ok: boolean) => watcher?.({ job: 'send mail', ok, milliseconds: performance.now() - began })
  try {
    await transport.send(mail)
  } catch (error) {
    tell(false)
    const at = shop.now()
    const gaveUp =
      at.getTime() - mail.createdAt.getTime() >= GIVE_UP_AFTER ||
      (mail.attempts >= TRIES_OF_REFUSED && isRecipientRefused(error))
    const reason = reasonOf(error)
    shop.log.warn({ ...facts, reason }, gaveUp ? 'A mail was given up' : 'A mail was not sent yet')
    await markFailed(shop.db, mail.id, {
      error: reason,
      nextAttemptAt: new Date(at.getTime() + waitAfter(mail.attempts)),
      failedAt: gaveUp ? at : null,
    })
    return true
  }
  tell(true)
  await markSent(shop.db, mail.id, shop.now())
  shop.log.info(facts, shop.config.smtpUrl === undefined ? 'A mail was written to a file' : 'A mail was sent')
  return true
}

/** The server says of the mailbox that it will never take it; what it says of itself, or of us, may be mended. */
function isRecipientRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'responseCode')
  return Reflect.get(error, 'command') === 'RCPT TO' && typeof code === 'number' && code >= 550 && code < 555
}

/** What the server said, without the addresses that servers like to repeat. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error ? [Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')] : []
  const masked = text.replace(/[^\s<>"']{1,64}@[^\s<>"']{1,253}/g, maskAddress)
  return [...code.filter(Boolean), masked].join(' ').slice(0, 500)
}

/** 30 s, 1 min, 2 min … 1 h. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
}
