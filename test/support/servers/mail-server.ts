import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type SMTPServerAddress, SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Scope } from '../scope.ts'

/**
 * What the server does to one attempt; `drop`: it stores the mail and closes the connection before it confirms. The last
 * five are what it refuses.
 */
export type Fault =
  | 'none'
  | 'refuse'
  | 'later'
  | 'stall'
  | 'drop'
  | 'unknown'
  | 'spam'
  | 'sender'
  | 'relay'
  | 'password'

const REFUSED_AT_RCPT: Partial<Record<Fault, [number, string]>> = {
  later: [451, 'later'],
  unknown: [550, '5.1.1 Recipient address rejected: User unknown'],
  relay: [554, '5.7.1 Relay access denied'],
}

export interface ReceivedMail {
  /** The addresses of `MAIL FROM` and of each `RCPT TO`, in `<>`, with what else stood there. */
  from: string
  to: string[]
  /** Header lines, folded ones joined; names in lower case. */
  headers: [name: string, value: string][]
  raw: string
  fault: Fault
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string
  received: ReceivedMail[]
  /** Lines received in place of a known command. */
  unknown: string[]
  attempts: Record<Fault, number>
}

/** A mail server on this machine, with the faults that mail servers have. `nextFault` is called for each connection. */
export async function startMailServer(
  context: Pick<Scope, 'onEnd'>,
  nextFault: () => Fault = () => 'none',
): Promise<MailServer> {
  const attempts = {
    none: 0,
    refuse: 0,
    later: 0,
    stall: 0,
    drop: 0,
    unknown: 0,
    spam: 0,
    sender: 0,
    relay: 0,
    password: 0,
  }
  const server: MailServer = { url: '', received: [], unknown: [], attempts }
  const faults = new Map<string, Fault>()
  const faultOf = ({ id }: SMTPServerSession) => faults.get(id) ?? 'none'
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    hidePIPELINING: true,
    hide8BITMIME: true,
    hideSMTPUTF8: true,
    logger: { ...SILENT, debug: (_facts, side, line) => hear(server, String(side), String(line)) },
    onConnect(session, done) {
      const fault = nextFault()
      faults.set(session.id, fault)
      server.attempts[fault] += 1
      done(fault === 'refuse' ? new Error('no service') : null)
    },
    onAuth(_auth, session, done) {
      if (faultOf(session) === 'password') done(refusal(535, '5.7.8 Authentication credentials invalid'))
      else done(null, { user: 'ana' })
    },
    onMailFrom(_address, session, done) {
      if (faultOf(session) === 'sender') done(refusal(550, '5.1.8 Sender address rejected'))
      else done()
    },
    onRcptTo(_address, session, done) {
      const fault = faultOf(session)
      const refused = REFUSED_AT_RCPT[fault]
      if (refused) done(refusal(...refused))
      else if (fault !== 'stall') done()
    },
    onData(stream, session, done) {
      const receive = async () => {
        const bytes = await buffer(stream)
        const fault = faultOf(session)
        if (fault === 'spam') return done(refusal(554, '5.6.0 Message content rejected'))
        server.received.push(receivedOf(session, bytes, fault))
        if (fault !== 'drop') return done()
        for (const { session: cut, _socket } of smtp.connections) if (cut === session) _socket.destroy()
      }
      void receive()
    },
  })
  // Of connections that a fault or a stopped shop has cut.
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  server.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  context.onEnd(() => {
    for (const { _socket } of smtp.connections) _socket.destroy()
    smtp.close()
  })
  return server
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

const silent = () => undefined
const SILENT = { level: silent, trace: silent, info: silent, warn: silent, error: silent, fatal: silent }

/** `side` is `C:` for what the client says. */
function hear({ unknown }: MailServer, side: string, line: string): void {
  if (side === 'C:' && !/^(?:EHLO|HELO|AUTH|MAIL|RCPT|DATA|RSET|NOOP|QUIT)\b/i.test(line)) unknown.push(line)
}

function receivedOf({ envelope }: SMTPServerSession, bytes: Buffer, fault: Fault): ReceivedMail {
  const written = ({ address, args }: SMTPServerAddress) =>
    `<${address}>${args ? ` ${JSON.stringify(args)}` : ''}`
  const raw = bytes.toString()
  return {
    from: envelope.mailFrom ? written(envelope.mailFrom) : '',
    to: envelope.rcptTo.map(written),
    headers: headersOf(raw),
    raw,
    fault,
  }
}

/** The header section of a mail. */
export function headOf({ raw }: Pick<ReceivedMail, 'raw'>): string {
  return raw.split('\r\n\r\n', 1)[0] ?? ''
}

/** Any kind of line break ends a line, as in many mail readers. */
function headersOf(raw: string): [string, string][] {
  return headOf({ raw })
    .replace(/(?:\r\n|\n|\r)[ \t]+/g, ' ')
    .split(/\r\n|\n|\r/)
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
}

/** All texts of a mail: the raw source, and each part decoded. */
export function textOf(mail: Pick<ReceivedMail, 'raw'>): string {
  // Text and HTML, and the HTML with its picture.
  const boundaries = [...mail.raw.matchAll(/boundary="?([^";\r\n]+)/gi)].map(([, each = '']) => each)
  const parts = boundaries.reduce(
    (all, boundary) => all.flatMap((part) => part.split(`\r\n--${boundary}`)),
    [mail.raw],
  )
  return [mail.raw, ...parts.map(decoded)].join('\n')
}

function decoded(part: string): string {
  const head = headOf({ raw: part })
  const body = part.slice(head.length)
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** The values of a header. */
export function headerOf(mail: ReceivedMail, name: string): string[] {
  return mail.headers.filter(([each]) => each === name).map(([, value]) => value)
}
