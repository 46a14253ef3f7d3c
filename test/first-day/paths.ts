import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { MailServer } from '../support/servers/mail-server.ts'
import { blocksOf, isSettings, linesOf } from './document.ts'
import type { Machine } from './machine.ts'
import { ADMIN, expectOrder, firstSale, nextSale } from './sale.ts'
import { expectCalm, watched } from './watch.ts'

/** Resolves to what was seen, in words. */
type Follow = (machine: Machine, mail: MailServer) => Promise<string[]>

const DAY = 'docs/operating/first-day.md'
const SHOP = 'https://tienda.example'

/** The two paths of one machine. */
export function onSystemd(withPostgres: boolean): Follow {
  return async (machine, mail) => {
    const step = timed()
    const follow = async (heading: string, input?: string, document = DAY) => {
      let output = ''
      for (const block of blocksOf(document, heading)) {
        if (isSettings(block)) machine.write('/etc/surbrote/surbrote.env', settingsFor(block, mail.url))
        else output += await machine.type(block, input === undefined ? {} : { input })
      }
      return output
    }
    await step('install', async () => {
      await follow('1. User and folders')
      await follow('2. Code')
      await follow('3. Settings')
    })
    if (withPostgres)
      await step('PostgreSQL', async () =>
        expectText(
          await follow('4. PostgreSQL (second path)'),
          'Las tablas están al día: PostgreSQL surbrote en 127.0.0.1:5432.',
        ),
      )
    await step('start', async () => {
      await follow('5. First admin', `${ADMIN.password}\n`)
      expectText(await follow('6. Start'), '{"status":"ready"')
      await follow('7. nginx and a certificate')
    })
    const first = await step('order', () => firstSale(SHOP, mail))
    await step('backup', async () => {
      await follow('9. Backups and alarms')
      await backupByTimer(machine)
    })
    await step('check and export', async () => {
      expectText(await machine.type('shop check'), 'Todo coincide.')
      await machine.type('shop products export /var/lib/surbrote/products.csv')
    })
    const second = await nextSale(SHOP)
    if (second !== first + 1) throw new Error(`Order ${second} follows order ${first}`)
    await step('reboot', async () => {
      await machine.reboot()
      await expectOrder(SHOP, second)
    })
    await step('restore', () => drill(machine, second))
    await expectCalm(machine, [])
    return []
  }
}

/** Runs a step and says how long it took. */
function timed(): <Result>(name: string, act: () => Promise<Result>) => Promise<Result> {
  return async (name, act) => {
    const began = performance.now()
    const result = await act()
    console.log(`  ${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    return result
  }
}

/** As in the document; only the mail server is another. */
function settingsFor(block: string, smtpUrl: string): string {
  return `${block.replace(/^SMTP_URL=.*$/m, `SMTP_URL='${smtpUrl}'`)}\n`
}

/** Waits for a backup that the timer makes, which for this is told to do so each minute instead of each hour. */
async function backupByTimer(machine: Machine): Promise<void> {
  const dropIn = '/etc/systemd/system/surbrote-backup.timer.d/first-day.conf'
  const list = async () => (await machine.ask('ls /var/backups/surbrote')).split('\n').filter(Boolean)
  const before = await list()
  machine.write(dropIn, '[Timer]\nOnCalendar=\nOnCalendar=minutely\nAccuracySec=1s\nRandomizedDelaySec=0\n')
  await machine.ask('systemctl daemon-reload')
  for (let tries = 0; (await list()).length === before.length; tries += 1)
    if (tries > 300) throw new Error('The timer makes no backup')
  await machine.ask(`rm -r ${path.dirname(dropIn)} && systemctl daemon-reload && while systemctl is-active -q surbrote-backup; do sleep 0.2; done`)
}

async function drill(machine: Machine, id: number): Promise<void> {
  const [block = ''] = blocksOf('docs/operating/backup.md', 'Drill, once a month')
  machine.leave(block, { user: 'surbrote' })
  await expectOrder('http://127.0.0.1:3999', id)
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
  await expectOrder('http://127.0.0.1:3999', id)
  if (lines.length > 0) throw new Error(`Not typed: ${lines.join('\n')}`)
  return []
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
