import { DRAWN_LOOK } from '../../contract/settings/look.ts'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { inScope } from '../../../test/support/scope.ts'
import { type Fault, startMailServer } from '../../../test/support/servers/mail-server.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueueMail } from './outbox.ts'
import { removeOldMailFiles } from './forgotten.ts'
import { maskAddress } from './mask.ts'
import { markDrawer } from '../pages/site-icons.ts'
import { bringForwardMail, type MailSender, startSender, waitAfter } from './sender.ts'
import type { Outgoing } from './transport.ts'
import { openTransport } from './transport.ts'

const ownFacts = async () => ({
  ...DRAWN_LOOK,
  shop_name: 'Surbrote',
  contact_email: 'hola@surbrote.example',
})
const soon = { timeout: 5_000, interval: 20 }

const letterAt = (at: Date, to: string, subject = 'Hola') => ({
  to,
  userId: null,
  kind: 'order_note' as const,
  subject,
  text: 'Hola',
  at,
})

describe.each(enginesOf(import.meta.filename))('the outbox on %s', (engine) => {
  let shop: TestShop
  const senders: MailSender[] = []

  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.stop()))
    await shop.database.db.deleteFrom('outbox').execute()
  })
  afterAll(() => shop.close())

  function sending(send: (mail: Outgoing) => Promise<void>): MailSender {
    const sender = startSender(shop.shop, { ownFacts, transport: { send, close() {} } })
    senders.push(sender)
    return sender
  }

  const enqueue = (to: string, subject = 'Hola') =>
    inTransaction(shop.database, (tx) => enqueueMail(tx, letterAt(shop.clock.now(), to, subject)))

  const rows = () => shop.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  it('sends the mail of a committed transaction immediately, and none of a rolled back one', async () => {
    const sent: string[] = []
    sending(async (mail) => {
      sent.push(mail.recipient)
    })
    await sleep(100)
    await inTransaction(shop.database, async (tx) => {
      await enqueueMail(tx, letterAt(shop.clock.now(), 'nobody@correo.example'))
      throw new Error('rolled back')
    }).catch(() => {})
    await enqueue('ana@correo.example')
    await vi.waitFor(() => expect(sent).toEqual(['ana@correo.example']), soon)
    await vi.waitFor(async () => expect((await rows())[0]?.sent_at).not.toBeNull(), soon)
    // The text with its code is deleted.
    expect((await rows())[0]).toMatchObject({ body_text: '', body_html: '' })
  })

  it('sends codes and links first, then one mail of each person in turn', async () => {
    const at = shop.clock.now()
    const letters = [
      ...['1', '2', '3'].map((subject) => letterAt(at, 'ana@correo.example', `ana ${subject}`)),
      ...['1', '2'].map((subject) => letterAt(at, 'Beto@correo.example', `beto ${subject}`)),
      { ...letterAt(at, 'nueva@correo.example', 'access'), kind: 'access_code' as const },
      { ...letterAt(at, 'ana@correo.example', 'recovery'), kind: 'recovery_link' as const },
    ]
    for (const letter of letters) await inTransaction(shop.database, (tx) => enqueueMail(tx, letter))
    const sent: string[] = []
    sending(async ({ subject }) => {
      sent.push(subject)
    })
    await vi.waitFor(() => expect(sent).toHaveLength(letters.length), soon)
    expect(sent).toEqual(['recovery', 'access', 'ana 1', 'beto 1', 'ana 2', 'beto 2', 'ana 3'])
  })

  it('yields the database to others, however many mails wait', async () => {
    const mails = Array.from({ length: 20 }, (_, n) => `ana${n}@correo.example`)
    await inTransaction(shop.database, async (tx) => {
      for (const to of mails) await enqueueMail(tx, letterAt(shop.clock.now(), to))
    })
    let sent = 0
    sending(async () => {
      sent += 1
    })
    const inUse: boolean[] = []
    while (sent < mails.length) {
      inUse.push(shop.database.connections().inUse > 0)
      await sleep(1)
    }
    expect(inUse.filter(Boolean).length / inUse.length).toBeLessThan(0.4)
  })

  it('tries again later, with longer waits, and gives up after three days', async () => {
    let tries = 0
    const sender = sending(async () => {
      tries += 1
      throw new Error('451 busy')
    })
    await enqueue('ana@correo.example')
    await vi.waitFor(async () => expect((await rows())[0]?.last_error).toBe('451 busy'), soon)
    const [first] = await rows()
    expect(first?.attempts).toBe(1)
    expect(Number(first?.next_attempt_at) - shop.clock.now().getTime()).toBeGreaterThan(20_000)
    expect(first?.failed_at).toBeNull()

    shop.clock.advance(31_000)
    sender.nudge()
    await vi.waitFor(() => expect(tries).toBe(2), soon)
    shop.clock.advance(72 * 3_600_000)
    sender.nudge()
    await vi.waitFor(async () => expect((await rows())[0]?.failed_at).not.toBeNull(), soon)
    expect(tries).toBe(3)
  })

  it('sends mail postponed by a clock that ran ahead, after the next housekeeping', async () => {
    shop.clock.advance(400 * 86_400_000)
    await enqueue('ana@correo.example')
    shop.clock.advance(-400 * 86_400_000)
    await bringForwardMail(shop.shop)
    let sent = 0
    sending(async () => {
      sent += 1
    })
    await vi.waitFor(() => expect(sent).toBe(1), soon)
  })

  describe('by SMTP', () => {
    /** Sends one mail to a server with this fault; resolves to its row after the first try. */
    async function sentTo(fault: Fault, account = '') {
      return inScope(async (scope) => {
        const { url, attempts } = await startMailServer(scope, () => fault)
        const smtpUrl = url.replace('smtp://', `smtp://${account}`)
        const transport = openTransport({ ...shop.shop.config, smtpUrl })
        const sender = startSender(shop.shop, { ownFacts, transport })
        senders.push(sender)
        await enqueue('nadie@correo.example')
        await vi.waitFor(async () => expect((await rows())[0]?.last_error).not.toBe(''), soon)
        const [row] = await rows()
        await senders.pop()?.stop()
        return { ...row, tries: attempts[fault] }
      })
    }

    it.each(['unknown', 'spam'] as const)(
      'gives up at once on a mail that is refused for good: %s',
      async (fault) => {
        const row = await sentTo(fault)
        expect(row.failed_at).not.toBeNull()
        expect(row.last_error).toMatch(/\b55[04]\b/)
        const admin = await shop.signIn({ admin: true })
        expect((await admin.get('/messages/?state=failed')).body.results).toMatchObject([
          { id: row.id, state: 'failed' },
        ])
      },
    )

    it.each(['later', 'sender', 'relay', 'password'] as const)(
      'goes on trying when the server says: %s',
      async (fault) => {
        const row = await sentTo(fault, fault === 'password' ? 'ana:wrong@' : '')
        expect(row.failed_at).toBeNull()
        expect(Number(row.next_attempt_at) - shop.clock.now().getTime()).toBeGreaterThan(20_000)
      },
    )
  })

  it('keeps one Message-ID over all tries, and no line breaks in headers', async () => {
    const seen: Outgoing[] = []
    const sender = sending(async (mail) => {
      seen.push(mail)
      if (seen.length === 1) throw new Error('dropped')
    })
    await enqueue('ana@correo.example', 'Hola\r\nBcc: all@correo.example')
    await vi.waitFor(async () => expect((await rows())[0]?.last_error).toBe('dropped'), soon)
    shop.clock.advance(31_000)
    sender.nudge()
    await vi.waitFor(() => expect(seen).toHaveLength(2), soon)
    expect(seen[0]?.messageId).toBe(seen[1]?.messageId)
    expect(seen[0]?.subject).toBe('Hola Bcc: all@correo.example')
  })

  it('brings its mark along, and goes without it when it cannot be drawn', async () => {
    const sent: string[] = []
    const transport = openTransport(shop.shop.config)
    const send = async (mail: Outgoing) => void sent.push(mail.html)
    let drawn: () => Promise<Buffer | undefined> = markDrawer(shop.shop.files).bind(undefined, DRAWN_LOOK)
    const drawMark = () => drawn()
    const toFiles = startSender(shop.shop, { ownFacts, drawMark, transport })
    await enqueue('ana@correo.example')
    await vi.waitFor(async () => expect((await rows())[0]?.sent_at).not.toBeNull(), soon)
    await toFiles.stop()
    const folder = join(shop.shop.config.dataDir, 'mail')
    const eml = await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8')
    expect(eml).toContain('src=3D"cid:marca"')
    expect(eml).toMatch(/Content-Type: image\/png[\s\S]*Content-Id: <marca>[\s\S]*\n\niVBORw0KGgo/i)
    expect(eml.length).toBeLessThan(20_000)

    drawn = async () => Promise.reject(new Error('No decoder'))
    senders.push(startSender(shop.shop, { ownFacts, drawMark, transport: { send, close() {} } }))
    await enqueue('ana@correo.example')
    await vi.waitFor(() => expect(sent).toHaveLength(1), soon)
    expect(sent[0]).toContain('/icon-192.png"')
    await removeOldMailFiles(shop.shop.config.dataDir, new Date(shop.clock.now().getTime() + 30_000))
  })

  it('writes files without a mail server', async () => {
    const transport = openTransport(shop.shop.config)
    const sender = startSender(shop.shop, { ownFacts, transport })
    senders.push(sender)
    await enqueue('ana@correo.example', 'Pedido #7: ñandú')
    await vi.waitFor(async () => expect((await rows())[0]?.sent_at).not.toBeNull(), soon)
    const folder = join(shop.shop.config.dataDir, 'mail')
    const files = (await readdir(folder)).toSorted()
    expect(files.every((name) => /^\d{4}-.*-\d+\.eml$/.test(name))).toBe(true)
    const text = await readFile(join(folder, files.at(-1) ?? ''), 'utf8')
    expect(text).toContain('To: ana@correo.example')
    expect(text).toContain('Reply-To: hola@surbrote.example')
    expect(text).toMatch(/Message-ID: <[0-9a-f-]{36}@localhost>/)
    expect(text).toContain('From: Surbrote <tienda@localhost>')

    await writeFile(join(folder, '.2026-01-01T00-00-00.000Z-1.eml'), 'unfinished')
    await removeOldMailFiles(shop.shop.config.dataDir, new Date(shop.clock.now().getTime() - 30_000))
    expect((await readdir(folder)).toSorted()).toEqual(files)
    await removeOldMailFiles(shop.shop.config.dataDir, new Date(shop.clock.now().getTime() + 30_000))
    expect(await readdir(folder)).toEqual([])
  })
})

describe('several senders on one database', () => {
  it('send each mail once', async () => {
    const shop = await openShop('postgres')
    const sent: number[] = []
    const transport = {
      async send(mail: Outgoing) {
        sent.push(mail.id)
        await sleep(2)
      },
      close() {},
    }
    const senders = Array.from({ length: 4 }, () => startSender(shop.shop, { ownFacts, transport }))
    await inTransaction(shop.database, async (tx) => {
      for (let number = 0; number < 50; number++) {
        await enqueueMail(tx, letterAt(shop.clock.now(), `u${number}@correo.example`))
      }
    })
    await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(50), { timeout: 10_000, interval: 20 })
    await Promise.all(senders.map((sender) => sender.stop()))
    expect(new Set(sent).size).toBe(50)
    expect(sent).toHaveLength(50)
    await shop.close()
  })
})

describe('a sender that stops', () => {
  it('does not wait for a server that does not respond, and leaves the mail for later', async () => {
    const shop = await openShop('embedded')
    const { promise, resolve } = Promise.withResolvers<void>()
    const sender = startSender(shop.shop, { ownFacts, transport: { send: () => promise, close: resolve } })
    await inTransaction(shop.database, (tx) =>
      enqueueMail(tx, letterAt(shop.clock.now(), 'ana@correo.example')),
    )
    const attempts = () => shop.shop.db.selectFrom('outbox').select('attempts').execute()
    await vi.waitFor(async () => expect(await attempts()).toEqual([{ attempts: 1 }]), soon)
    const start = Date.now()
    await sender.stop()
    expect(Date.now() - start).toBeLessThan(10_000)
    await shop.close()
  })
})

describe('openTransport', () => {
  it('sends by SMTP to one recipient', async () => {
    await inScope(async (scope) => {
      const { url, received } = await startMailServer(scope)
      const mailFrom = 'Surbrote <tienda@surbrote.example>'
      const transport = openTransport({ smtpUrl: url, mailFrom, dataDir: '/nowhere' })
      await transport.send({
        id: 1,
        messageId: 'abc',
        recipient: 'ana@correo.example',
        subject: 'Pedido #7',
        text: 'Hola',
        html: '<p>Hola</p>',
        replyTo: 'hola@surbrote.example',
        createdAt: new Date(),
      })
      transport.close()
      expect(received.map(({ to }) => to)).toEqual([['<ana@correo.example>']])
      expect(Object.fromEntries(received[0]?.headers ?? [])).toMatchObject({
        'message-id': '<abc@surbrote.example>',
        subject: 'Pedido #7',
        'reply-to': 'hola@surbrote.example',
      })
    })
  })
})

describe('waitAfter', () => {
  it('doubles from 30 seconds up to an hour', () => {
    expect([1, 2, 3, 7, 8, 100].map((attempts) => waitAfter(attempts) / 1000)).toEqual([
      30, 60, 120, 1920, 3600, 3600,
    ])
  })
})

describe('maskAddress', () => {
  it('shows one letter and the domain', () => {
    expect(maskAddress('ana.suarez@correo.example')).toBe('a***@correo.example')
  })
})
