const DAY_MS = 24 * 60 * 60_000

interface Reminder {
  text: string
  now: Date
  address: string
}

/** A calendar entry a day from now, with an alarm: RFC 5545, lines ended by CRLF and folded at 75 bytes. */
export function reminderFile({ text, now, address }: Reminder): string {
  const at = new Date(now.getTime() + DAY_MS)
  const end = new Date(at.getTime() + 15 * 60_000)
  const words = escaped(text)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Semillas//Guia de Germinacion//ES',
    'BEGIN:VEVENT',
    `UID:${stamp(now)}-${Math.floor(now.getTime() % 1000)}@${new URL(address).host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${words}`,
    `URL:${address}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0M',
    `DESCRIPTION:${words}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** '20261121T203000Z' */
function stamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
}

const MOST_BYTES = 74

function folded(line: string): string {
  const bytes = new TextEncoder()
  let out = ''
  let length = 0
  for (const character of line) {
    const size = bytes.encode(character).length
    if (length + size > MOST_BYTES) {
      out += '\r\n '
      length = 1
    }
    out += character
    length += size
  }
  return out
}
