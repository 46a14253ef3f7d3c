import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAKE_ONE } from '../../src/server/mail/backup-mail.ts'
import type { Fault, MailServer } from '../../test/support/servers/mail-server.ts'
import { blocksOf, isSettings, lineOf, linesOf } from './document.ts'
import type { Machine } from './machine.ts'
import { makeNext, nameOf, unpackRelease, VERSION } from './releases.ts'
import {
  ADMIN,
  addsMails,
  backupMailed,
  expectOrder,
  firstSale,
  hasNotice,
  nextSale,
  type Sale,
} from './sale.ts'
import { expectCalm, troubles, type Watched, watched } from './watch.ts'

/** Resolves to what was seen, in words. */
type Follow = (machine: Machine, mail: TestMail) => Promise<string[]>

/** A mail server that accepts everything, until `refuse` says what it does. */
export interface TestMail extends MailServer {
  refuse: (fault: Fault) => void
}

const DAY = 'docs/operating/first-day.md'
const DEPLOY = 'docs/operating/deploy.md'
const UPGRADE = 'docs/operating/upgrade.md'
const SHOP = 'https://tienda.example'
/** Later than any release, with one migration more each. */
const [NEXT, BROKEN] = ['1000.0.0', '1000.0.1']

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
      await follow('1. Release')
      await follow('2. Install')
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
    const sale = await step('order', () => firstSale(SHOP, mail))
    await step('backup', async () => {
      await follow('9. Backups and alarms')
      await backupByTimer(machine)
    })
    // Before the upgrades: what an older version copies from newer tables only the newer one restores.
    await step('restore', () => drill(machine, sale.id))
    if (withPostgres) await step('second instance', () => secondInstance(machine))
    await step('check and export', async () => {
      expectText(await machine.type('shop check'), 'Todo coincide.')
      await machine.type('shop products export /var/lib/surbrote/products.csv')
    })
    await expectCalm(machine)
    const seen = await upgrades(machine, step, withPostgres)
    await nextSale(SHOP, sale)
    await step('mail server that refuses', () => withoutMail(machine, mail, sale, withPostgres))
    await step('backup that fails', () => failedBackup(machine, mail))
    if (withPostgres) await step('old backup', () => oldBackup(machine))
    await step('reboot', async () => {
      await machine.reboot()
      await expectOrder(SHOP, sale.id)
    })
    await expectCalm(machine)
    return seen
  }
}

/** Another instance on the same database, and nginx in front of both. */
async function secondInstance(machine: Machine): Promise<void> {
  await machine.type(lineOf(DEPLOY, 'surbrote@3001'))
  await machine.type(lineOf(DEPLOY, '127.0.0.1:3001'))
}

/** To a next release, to one that does not get ready, and by hand back to the first. */
async function upgrades(
  machine: Machine,
  step: ReturnType<typeof timed>,
  several: boolean,
): Promise<string[]> {
  const folder = path.join(machine.root, 'root')
  await step('(making next releases)', async () => {
    const unpacked = path.join(machine.root, 'var/tmp/first-day')
    unpackRelease(unpacked)
    await makeNext(
      unpacked,
      folder,
      NEXT,
      `-- Runs beside: ${VERSION}\ncreate table next_release (id int);\n`,
    )
    await makeNext(unpacked, folder, BROKEN, `-- Runs beside: ${VERSION}\nselect 1 / 0;\n`)
    rmSync(unpacked, { recursive: true })
  })
  const [upgrade, back] = [lineOf(UPGRADE, 'upgrade.sh surbrote-'), lineOf(UPGRADE, 'upgrade.sh --back')]
  const to = (number: string) => upgrade.replace(/surbrote-[\d.]+-linux-\w+\.tar\.gz/, nameOf(number))
  const next = await step('upgrade', () => watched(() => machine.type(to(NEXT))))
  await expectVersion(machine, NEXT)
  await expectCalm(machine)
  const broken = await step('upgrade that fails', () =>
    watched(async () => {
      const said = await expectFailure(machine.type(to(BROKEN)))
      expectText(said, `la ${NEXT}`)
    }),
  )
  await expectVersion(machine, NEXT)
  console.log((await troubles(machine)).map((line) => `    made to fail: ${line.slice(0, 200)}`).join('\n'))
  const byHand = await step('way back', () => watched(() => machine.type(back)))
  await expectVersion(machine, VERSION)
  const words = ({ requests, failed, downMs }: Watched) =>
    `${failed} of ${requests} requests failed, ${Math.round(downMs)} ms`
  if (several && next.failed + byHand.failed > 0)
    throw new Error(`With two instances: ${words(next)}; ${words(byHand)}`)
  return [`upgrade: ${words(next)}`, `upgrade that fails: ${words(broken)}`, `way back: ${words(byHand)}`]
}

async function expectVersion(machine: Machine, number: string): Promise<void> {
  expectText(await machine.ask('shop version'), number)
  const ready = await fetch('http://127.0.0.1:3000/readyz')
  expectText(await ready.text(), `"version":"${number}"`)
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

/** The shop starts and sells without its mail server, and the panel tells. */
async function withoutMail(
  machine: Machine,
  mail: TestMail,
  sale: Sale,
  withPostgres: boolean,
): Promise<void> {
  const settings = path.join(machine.root, 'etc/surbrote/surbrote.env')
  const written = readFileSync(settings, 'utf8')
  const restart = async (text: string) => {
    writeFileSync(settings, text)
    await machine.ask('systemctl restart surbrote')
  }
  await expectCalm(machine)
  mail.refuse('unknown')
  await addsMails(SHOP, 'failed', 2, () => nextSale(SHOP, sale))
  mail.refuse('none')
  // Nothing listens there.
  await restart(written.replace(mail.url, 'smtp://127.0.0.1:9'))
  await addsMails(SHOP, 'waiting', 2, () => nextSale(SHOP, sale))
  if (withPostgres) {
    const older = `update outbox set created_at = created_at - interval '11 minutes' where last_error <> ''`
    await machine.ask(`runuser -u postgres -- psql -q -d surbrote -c "${older}"`)
    await expectNotice('mail-waits', true)
  }
  await restart(written)
  const other = (await troubles(machine)).filter((line) => !/mail|SMTP/i.test(line))
  if (other.length > 0) throw new Error(`The journal:\n${other.join('\n')}`)
}

/** Makes a backup; a failure ends with the journal of its unit. */
const BACKUP = `${MAKE_ONE} || { journalctl -u surbrote-backup -n 30 --no-pager; exit 1; }`

/** A backup that fails is told in the panel and by mail; the command of the mail makes one. */
async function failedBackup(machine: Machine, mail: MailServer): Promise<void> {
  await expectNotice('backup', false)
  await machine.ask('chown root /var/backups/surbrote')
  await expectFailure(machine.ask('systemctl start surbrote-backup'))
  await machine.ask('chown surbrote /var/backups/surbrote')
  await expectNotice('backup', true)
  await backupMailed(mail)
  const other = (await troubles(machine)).filter((line) => !line.includes('surbrote-backup'))
  if (other.length > 0) throw new Error(`The journal:\n${other.join('\n')}`)
  await machine.ask(BACKUP)
  await expectNotice('backup', false)
}

/** A backup that nobody made for longer than the setting allows is told too. */
async function oldBackup(machine: Machine): Promise<void> {
  const older = `update settings set updated_at = updated_at - interval '30 hours' where key like 'last_backup%'`
  await machine.ask(`runuser -u postgres -- psql -q -d surbrote -c "${older}"`)
  await expectNotice('backup', true)
  await machine.ask(BACKUP)
  await expectNotice('backup', false)
}

/** Waits until the panel has a notice, or has it no more. */
async function expectNotice(kind: string, wanted: boolean): Promise<void> {
  for (let tries = 0; (await hasNotice(SHOP, kind)) !== wanted; tries += 1) {
    if (tries > 60) throw new Error(`${wanted ? 'No' : 'A'} notice «${kind}» in the panel`)
    await sleep(500)
  }
}

/** Resolves to what was said. */
async function expectFailure(command: Promise<string>): Promise<string> {
  const ending = await command.then(
    (output) => ({ output }),
    (error: Error) => error,
  )
  if (ending instanceof Error) return ending.message
  throw new Error(`It ended well: ${ending.output}`)
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
  await machine.ask(
    `rm -r ${path.dirname(dropIn)} && systemctl daemon-reload && while systemctl is-active -q surbrote-backup; do sleep 0.2; done`,
  )
}

async function drill(machine: Machine, id: number): Promise<void> {
  const [block = ''] = blocksOf('docs/operating/backup.md', 'Drill, once a month')
  await expectDrill(machine, block, id, 'surbrote')
}

/** Types the drill, whose last line serves a restored shop, and looks for the order there. */
async function expectDrill(machine: Machine, block: string, id: number, user?: string): Promise<void> {
  const { output, stop } = machine.leave(block, user === undefined ? {} : { user })
  await expectOrder('http://127.0.0.1:3999', id).catch((error: Error) => {
    throw new Error(`${error.message}: ${output().slice(-2_000)}`)
  })
  await stop()
}

/** The steps of compose.yaml by hand, without containers: proofs/first-day/docker.ts. */
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
  const { id } = await firstSale(SHOP, mail)
  expectText(await next('check'), 'Todo coincide.')
  await next('backup')
  await expectDrill(machine, drill, id)
  if (lines.length > 0) throw new Error(`Not typed: ${lines.join('\n')}`)
  return ['its steps as processes, compose was not run by an engine', lintCompose(machine)]
}

/** Docker's own reading of the file with the settings beside it, where its client is. */
function lintCompose({ root }: Machine): string {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) return 'not linted: no docker compose here'
  const file = `${root}/opt/surbrote/deploy/compose.yaml`
  execFileSync('docker', ['compose', '-f', file, 'config', '--quiet'], { stdio: 'inherit' })
  return 'linted by docker compose'
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
