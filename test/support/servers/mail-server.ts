import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Scope } from '../scope.ts'

/** What the server does to one attempt; `drop`: it stores the mail and closes the connection before it confirms. */
export type Fault = 'none' | 'refuse' | 'later' | 'stall' | 'drop'

export interface ReceivedMail {
  /** `MAIL FROM` and each `RCPT TO`, as they were sent. */
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
  /** Number of attempts by fault. */
  attempts: Record<Fault, number>
}

/** The part of RFC 5321 that receiving needs, with the faults of mail servers. `nextFault` is called for each connection. */
export async function startMailServer(
  context: Pick<Scope, 'onEnd'>,
  nextFault: () => Fault = () => 'none',
): Promise<MailServer> {
  const server: MailServer = {
    url: '',
    received: [],
    unknown: [],
    attempts: { none: 0, refuse: 0, later: 0, stall: 0, drop: 0 },
  }
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    const fault = nextFault()
    server.attempts[fault] += 1
    if (fault === 'refuse') socket.end('554 5.3.2 no service\r\n')
    else talk(socket, fault, server)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  server.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`
  context.onEnd(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  return server
}

function talk(socket: Socket, fault: Fault, server: MailServer): void {
  let [mail, rest, inData] = [emptyMail(fault), '', false]
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string): unknown => {
    const [, argument = ''] = /^(?:MAIL FROM|RCPT TO):(.*)$/is.exec(line) ?? []
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'EHLO' || command === 'HELO') return say('250 here')
    if (command === 'MAIL') {
      mail = { ...emptyMail(fault), from: argument }
      return say('250 ok')
    }
    if (command === 'RCPT') {
      if (fault === 'stall') return undefined
      if (fault === 'later') return say('451 4.3.0 later')
      mail.to.push(argument)
      return say('250 ok')
    }
    if (command === 'DATA') {
      inData = true
      return say('354 go')
    }
    if (command === 'RSET' || command === 'NOOP') return say('250 ok')
    if (command === 'QUIT') return socket.end('221 bye\r\n')
    server.unknown.push(line)
    return say('500 what')
  }
  say('220 here')
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    rest += text
    for (;;) {
      const end = inData ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n')
      if (end < 0) return
      const piece = rest.slice(0, end)
      rest = rest.slice(end + (inData ? 5 : 2))
      if (!inData) hear(piece)
      else {
        inData = false
        server.received.push({ ...mail, raw: piece, headers: headersOf(piece) })
        if (fault === 'drop') {
          socket.destroy()
          return
        }
        say('250 kept')
      }
    }
  })
}

function emptyMail(fault: Fault): ReceivedMail {
  return { from: '', to: [], headers: [], raw: '', fault }
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
  const boundary = /boundary="?([^";\r\n]+)/i.exec(headOf(mail))?.[1]
  const parts = boundary === undefined ? [mail.raw] : mail.raw.split(`\r\n--${boundary}`)
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
