import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runOn, urlOf } from '../../../../test/support/databases/postgres.ts'
import { openScope } from '../../../../test/support/scope.ts'
import { embeddedPlace, newCluster, SECRET } from '../../../../test/support/test-environment.ts'
import { readConfig } from '../../config.ts'
import { archiveActivity } from './archive-activity.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { migrate } from './migrate.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'

const root = path.resolve('.')
const scope = openScope()
const { dataDir } = embeddedPlace(scope)
const copy = path.join(scope.folder, 'copy')
let server = ''
beforeAll(async () => {
  server = (await newCluster(scope)).url
  await runOn(server, 'create database source')
  await giveRoles('source')
  await runOn(server, 'create role tienda login')
  expect(await run(migrate, { app: 'source', owner: 'surbrote_owner' })).toBe(0)
  expect(await run(backup, { app: 'source' }, copy)).toBe(0)
}, 120_000)
afterAll(() => scope.end())
beforeEach(() => vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => vi.restoreAllMocks())

/** The shop on the database `app`, as the role `as`; `owner` is the role of MIGRATE_DATABASE_URL. */
interface Settings {
  app: string
  as?: string
  owner?: string | undefined
}

const addressOf = (database: string, role: string) => {
  const address = new URL(urlOf(server, database))
  address.username = role
  return address.href
}

function run(command: Command, { app, as = 'surbrote_app', owner }: Settings, ...args: string[]) {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: addressOf(app, as),
    MIGRATE_DATABASE_URL: owner && addressOf(app, owner),
    SHOP_SECRET: SECRET,
    LOG_LEVEL: 'silent',
  })
  return command.run({ config, root, args })
}

const givesRoles = (database: string) =>
  `«runuser -u postgres -- psql -q -v ON_ERROR_STOP=1 -d ${database} < ${path.resolve('deploy/roles.sql')}»`
const giveRoles = async (database: string) =>
  runOn(urlOf(server, database), await readFile('deploy/roles.sql', 'utf8'))

/** Runs it until it works, each time after doing what its refusal says. The refusals. */
async function follow(
  database: string,
  call: (role: string | undefined) => Promise<number>,
): Promise<string[]> {
  const refusals: string[] = []
  let role: string | undefined
  while (refusals.length < 4) {
    const refused = await call(role).catch((error: Error) => error.message)
    if (refused === 0) return refusals
    refusals.push(String(refused))
    if (String(refused).includes(givesRoles(database))) await giveRoles(database)
    const [, statement] = /«runuser -u postgres -- psql -c '(.+)'»/.exec(String(refused)) ?? []
    if (statement !== undefined) await runOn(server, statement)
    role = /(?:MIGRATE_DATABASE_URL|--to) del usuario «(\w+)»/.exec(String(refused))?.[1] ?? role
  }
  return refusals
}

describe('a role without rights is told the command that works', { timeout: 120_000 }, () => {
  it.each([
    ['nobody has run roles.sql', undefined, 1],
    ['nobody has run roles.sql, as the owner', 'surbrote_owner', 1],
    ['roles.sql was run', undefined, 1],
  ])('by restore: %s', async (where, owner, refusals) => {
    const database = await newDatabase()
    if (where === 'roles.sql was run') await giveRoles(database)
    const said = await follow(database, (role) => run(restore, { app: database, owner: role ?? owner }, copy))
    expect(said).toHaveLength(refusals)
    expect(await run(check, { app: database })).toBe(0)
  })

  it('by restore into tables that another role has migrated', async () => {
    const database = await newDatabase()
    await giveRoles(database)
    await run(migrate, { app: database, owner: 'surbrote_owner' })
    const said = await follow(database, (role) => run(restore, { app: database, owner: role }, copy))
    expect(said).toEqual([expect.stringContaining('no puede cambiar las tablas') as unknown])
  })

  it('by restore and migrate with the only role of a shop', async () => {
    for (const command of [restore, migrate]) {
      const database = await newDatabase()
      const args = command === restore ? [copy] : []
      const said = await follow(database, () => run(command, { app: database, as: 'tienda' }, ...args))
      expect(said).toEqual([
        expect.stringContaining(`alter database "${database}" owner to "tienda"`) as unknown,
      ])
    }
  })

  it('by restore, check and backup, when the restoring role left nothing to the shop', async () => {
    const database = await newDatabase('surbrote_owner')
    const sentence = `El usuario «surbrote_app» no tiene permisos sobre las tablas de «${database}»: corré como root ${givesRoles(database)} y probá de nuevo.`
    for (const call of [
      () => run(restore, { app: database, owner: 'surbrote_owner' }, copy),
      () => run(check, { app: database }),
      () => run(backup, { app: database }, path.join(scope.folder, 'never')),
      () => run(migrate, { app: database }),
    ])
      await expect(call()).rejects.toThrow(sentence)
    expect(await follow(database, () => run(check, { app: database }))).toEqual([sentence])
  })

  it('by migrate', async () => {
    const database = await newDatabase()
    const said = await follow(database, (role) => run(migrate, { app: database, owner: role }))
    expect(said).toEqual([expect.stringContaining('corré «npm run shop -- migrate» con MIGRATE') as unknown])
  })

  it('by activity archive, which then removes what its copy has', async () => {
    const old = `insert into activity_log (action, entity, description, created_at)
      values ('update', 'user', 'Perfil actualizado', '2021-05-04')`
    await runOn(urlOf(server, 'source'), old)
    const archive = (owner?: string) =>
      run(archiveActivity, { app: 'source', owner }, scope.folder, '--months', '12')
    const said = await follow('source', archive)
    expect(said).toEqual([
      expect.stringContaining('MIGRATE_DATABASE_URL del usuario «surbrote_owner»') as unknown,
    ])
    expect(await readdir(scope.folder)).toContainEqual(expect.stringMatching(/^activity-before-/))
    await expect(runOn(addressOf('source', 'surbrote_app'), 'delete from activity_log')).rejects.toThrow(
      'permission denied',
    )
  })

  it('by move', async () => {
    const [bare, prepared] = [await newDatabase(), await newDatabase()]
    await giveRoles(prepared)
    for (const database of [bare, prepared]) {
      const said = await follow(database, (role = 'surbrote_app') =>
        run(move, { app: 'source', owner: 'surbrote_owner' }, '--to', addressOf(database, role)),
      )
      expect(said).toEqual([expect.stringContaining('--to del usuario «surbrote_owner»') as unknown])
      expect(await run(check, { app: database })).toBe(0)
    }
  })

  it('by backup, before anybody has migrated', async () => {
    const database = await newDatabase('tienda')
    const call = run(backup, { app: database, as: 'tienda' }, path.join(scope.folder, 'never'))
    await expect(call).rejects.toThrow('corré «npm run shop -- migrate»')
  })

  it('at a database that does not let it in', async () => {
    await expect(run(check, { app: 'source', as: 'tienda' })).rejects.toThrow(
      'PostgreSQL no deja entrar a «tienda» en la base «source»',
    )
  })
})

let databases = 0
async function newDatabase(owner = 'postgres'): Promise<string> {
  databases += 1
  await runOn(server, `create database empty_${databases} owner ${owner}`)
  return `empty_${databases}`
}
