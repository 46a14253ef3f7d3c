import { readFileSync, writeFileSync } from 'node:fs'
import type { MailServer } from '../support/servers/mail-server.ts'
import { blocksOf, isSettings, linesOf } from './document.ts'
import type { Machine } from './machine.ts'
import { ADMIN, expectRestored, firstSale } from './sale.ts'

/** Resolves to the number of the first order, after it was found in a restored backup. */
type Follow = (machine: Machine, mail: MailServer) => Promise<number>

const DAY = 'docs/operating/first-day.md'
const SHOP = 'https://tienda.example'

/** The two paths of one machine. */
export function onSystemd(withPostgres: boolean): Follow {
  return async (machine, mail) => {
    const follow = async (heading: string, input?: string) => {
      let output = ''
      for (const block of blocksOf(DAY, heading)) {
        if (isSettings(block)) machine.write('/etc/surbrote/surbrote.env', settingsFor(block, mail.url))
        else output += await machine.type(withoutInstalling(block), input === undefined ? {} : { input })
      }
      return output
    }
    await follow('1. User and folders')
    await follow('2. Code')
    await follow('3. Settings')
    if (withPostgres) {
      await startDebiansPostgres(machine)
      expectText(
        await follow('4. PostgreSQL (second path)'),
        'Las tablas están al día: PostgreSQL surbrote en 127.0.0.1:5432.',
      )
    }
    await follow('5. First admin', `${ADMIN.password}\n`)
    expectText(await follow('6. Start'), '{"status":"ready"')
    await follow('7. nginx and a certificate')
    const id = await firstSale(SHOP, mail)
    await follow('9. Backups and alarms')
    await drill(machine, id)
    return id
  }
}

/** The folder came from a machine where these lines ran, as the document says for one without internet. */
function withoutInstalling(block: string): string {
  return linesOf(block)
    .filter((line) => !line.includes('npm ci'))
    .join('\n')
}

/** As in the document; only the mail server is another. */
function settingsFor(block: string, smtpUrl: string): string {
  return `${block.replace(/^SMTP_URL=.*$/m, `SMTP_URL='${smtpUrl}'`)}\n`
}

/** Debian's package does it when it is installed. */
async function startDebiansPostgres(machine: Machine): Promise<void> {
  const before = machine.typed.length
  await machine.type(
    'install -d -o postgres -g postgres /run/postgresql\npg_lsclusters -h | grep -q main || pg_createcluster 15 main\npg_ctlcluster 15 main start',
  )
  machine.typed.length = before
}

async function drill(machine: Machine, id: number): Promise<void> {
  const [block = ''] = blocksOf('docs/operating/backup.md', 'Drill, once a month')
  machine.leave(block, { user: 'surbrote' })
  await expectRestored('http://127.0.0.1:3999', id)
}

/** The steps of compose.yaml by hand, without containers: test/first-day/docker.ts. */
export const byCompose: Follow = async (machine, mail) => {
  const [block = '', drill = ''] = blocksOf(DAY, 'Containers')
  const lines = linesOf(block)
  const next = async (word: string, input?: string) => {
    const line = lines.shift() ?? ''
    if (!line.includes(word)) throw new Error(`Expected ${word}: ${line}`)
    return machine.type(line, input === undefined ? {} : { input })
  }
  for (const word of ['example.env', 'PUBLIC_URL', 'SMTP_URL']) await next(word)
  useServersOfTheTest(machine, mail.url)
  await next('deploy/tls')
  await next(' up ')
  await next('admin create', `${ADMIN.password}\n`)
  const id = await firstSale(SHOP, mail)
  expectText(await next('check'), 'Todo coincide.')
  await next('backup')
  machine.leave(drill)
  await expectRestored('http://127.0.0.1:3999', id)
  if (lines.length > 0) throw new Error(`Not typed: ${lines.join('\n')}`)
  return id
}

/** The storage of the test knows one key, and the mail server is its own. */
function useServersOfTheTest({ root }: Machine, smtpUrl: string): void {
  const file = `${root}/opt/surbrote/deploy/.env`
  const written = readFileSync(file, 'utf8')
  const [empty] = /^\w+=$/m.exec(written) ?? []
  if (empty) throw new Error(`Without a secret: ${empty}`)
  writeFileSync(
    file,
    written.replaceAll(/^(S3_\w+)=.*$/gm, '$1=S3RVER').replace(/^SMTP_URL=.*$/m, `SMTP_URL=${smtpUrl}`),
  )
}

function expectText(output: string, text: string): void {
  if (!output.includes(text)) throw new Error(`Without «${text}»: ${output.slice(-2_000)}`)
}
