import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Tables } from '../src/server/db/tables.ts'
import { textsBesideConditions } from './house/bare-texts.ts'
import { textsWrittenTwice } from './house/measures.ts'
import { readSources } from './house/sources.ts'

/** Import rules between folders; `STYLE.md` says why. */
interface HouseRule {
  says: string
  isBroken(file: string, target: string): boolean
}

/** Folders that import no room, and that every room may import. */
const shared = ['db', 'http', 'files', 'mail', 'pages', 'cache', 'limits', 'start']
const areas = ['storefront', 'account', 'admin']
/** Doors call doors in one direction: each may call those after it. */
const doorOrder = [
  'reports',
  'messages',
  'legal',
  'warranty',
  'orders',
  'access',
  'users',
  'auth',
  'catalog',
  'banners',
  'settings',
  'activity',
]
/** Code that puts the rooms together: the application, its start, the operator's commands, its metrics. */
const assemblers = ['app.ts', 'main.ts', 'account-removal.ts', 'start/', 'operator/', 'metrics/'].map(
  (name) => `src/server/${name}`,
)
const isAssembler = (file: string) => assemblers.some((place) => file.startsWith(place))
/** Contract files whose schemas need zod: the browser reads their types only. */
const schemaFiles = new Set(
  readdirSync('src/contract', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/contract/${name}`)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /^import (?!type )[^']*'(?:zod|\.\.?\/(?:text|endpoint)\.ts)'/m.test(readFileSync(file, 'utf8')),
    ),
)

const room = (path: string) => /^src\/server\/(\w+)\//.exec(path)?.[1]
/** Modules import lower layers only (CONTRIBUTING.md has a map). `app` has none: its routes are on top, `paths.ts` is below. */
const layer = (path: string) => {
  const folder = /^src\/web\/(\w+)\//.exec(path)?.[1] ?? ''
  const layers = [['ui', 'browser'], ['data', 'session', 'shop'], ['forms'], areas]
  return layers.findIndex((folders) => folders.includes(folder))
}
const area = (path: string) => areas.find((name) => path.startsWith(`src/web/${name}/`))

const houseRules: HouseRule[] = [
  {
    says: 'the contract stands on its own',
    isBroken: (file, target) => file.startsWith('src/contract/') && !target.startsWith('src/contract/'),
  },
  {
    says: 'the web knows the server only through the contract',
    isBroken: (file, target) => file.startsWith('src/web/') && target.startsWith('src/server/'),
  },
  {
    says: 'the server does not know the web',
    isBroken: (file, target) => file.startsWith('src/server/') && target.startsWith('src/web/'),
  },
  {
    says: 'storefront, account and admin do not import each other',
    isBroken: (file, target) => {
      const [from, to] = [area(file), area(target)]
      return from !== undefined && to !== undefined && from !== to
    },
  },
  {
    says: 'imports of the web go down: pages, then forms, then data, session and shop, then ui and browser',
    isBroken: (file, target) => layer(file) >= 0 && layer(file) < layer(target),
  },
  {
    says: 'ui knows no endpoint, no route and no word of the shop',
    isBroken: (file, target) => file.startsWith('src/web/ui/') && !/^src\/web\/(?:ui|browser)\//.test(target),
  },
  {
    says: 'browser stands on its own, so that ui may use it',
    isBroken: (file, target) => file.startsWith('src/web/browser/') && !target.startsWith('src/web/browser/'),
  },
  {
    says: 'db, http, files, mail, pages, cache and limits know no room',
    isBroken: (file, target) => {
      const [from, to] = [room(file), room(target)]
      if (isAssembler(file)) return false
      return from !== undefined && shared.includes(from) && to !== undefined && !shared.includes(to)
    },
  },
  {
    says: 'a room is entered through its own-named file',
    isBroken: (file, target) => {
      const to = room(target)
      if (to === undefined || shared.includes(to) || isAssembler(file) || room(file) === to) return false
      return target !== `src/server/${to}/${to}.ts`
    },
  },
  {
    says: 'doors call doors in one direction',
    isBroken: (file, target) => {
      const [from, to] = [room(file), room(target)]
      if (from === undefined || to === undefined || from === to) return false
      if (!doorOrder.includes(from) || !doorOrder.includes(to)) return false
      return doorOrder.indexOf(from) > doorOrder.indexOf(to)
    },
  },
  {
    says: 'rules are pure',
    isBroken: (file, target) =>
      file.endsWith('/rules.ts') &&
      !target.startsWith('src/contract/') &&
      !['src/server/errors.ts', 'src/server/days.ts'].includes(target),
  },
]

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
const files = sourcesIn('src')

test('every import keeps the house rules', () => {
  const broken = files
    .flatMap((file) => importsOf(file).map(({ target }) => ({ file, target })))
    .flatMap(({ file, target }) =>
      houseRules
        .filter((rule) => rule.isBroken(file, target))
        .map((rule) => `${file} → ${target}: ${rule.says}`),
    )
  expect(broken).toEqual([])
})

test('no text of a screen stands bare beside an element that comes and goes: translators take it from React', () => {
  // Put it into a `<span>`.
  expect(textsBesideConditions(readSources(process.cwd()))).toEqual([])
})

test('a migration says which version still runs on its tables, for an upgrade of several instances', () => {
  const silent = readdirSync('db/migrations')
    .filter((name) => name > '0023')
    .filter((name) => !/^-- Runs beside: \d+\.\d+\.\d+$/m.test(readFileSync(`db/migrations/${name}`, 'utf8')))
  // Add the line; the version is the next one where the version before cannot work on the new tables.
  expect(silent).toEqual([])
})

test('schemas stay on the server: the web imports their types only', () => {
  const broken = files
    .filter((file) => file.startsWith('src/web/'))
    .flatMap((file) => importsOf(file).map((found) => ({ file, ...found })))
    .filter(({ target, typeOnly }) => schemaFiles.has(target) && !typeOnly)
    .map(({ file, target }) => `${file} → ${target}`)
  expect(schemaFiles.size).toBeGreaterThan(5)
  expect(broken).toEqual([])
})

test('a door re-exports only what is used from outside its room', () => {
  const names = (list: string) =>
    list
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter(Boolean)
  const found = doorOrder.flatMap((name) => {
    const door = `src/server/${name}/${name}.ts`
    if (!files.includes(door)) return []
    const used = files
      .filter((file) => room(file) !== name)
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g)]
          .filter(([, , from = '']) => join(dirname(file), from) === door)
          .flatMap(([, list = '']) => names(list)),
      )
    return [...readFileSync(door, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from/gm)]
      .flatMap(([, list = '']) => names(list))
      .map((exported) => ({ exported: `${door}: ${exported}`, isUsed: used.includes(exported) }))
  })
  expect(found.length).toBeGreaterThan(30)
  // The files of the room import the inner file.
  expect(found.filter(({ isUsed }) => !isUsed)).toEqual([])
})

test('the shop reaches the demo through one dynamic import', () => {
  const ways = files.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.startsWith('demo/'))
      .map(({ target, later }) => ({ file, target, later })),
  )
  expect(ways).toEqual([{ file: 'src/server/start/load-demo.ts', target: 'demo/fill.ts', later: true }])
})

test('the demo works through the verbs of the rooms', () => {
  const broken = sourcesIn('demo')
    .flatMap((file) => importsOf(file).map(({ target }) => `${file} → ${target}`))
    .filter((found) => /→ src\/server\/.*(?:queries|routes|rules)\.ts$/.test(found))
  expect(broken).toEqual([])
})

/** Which rooms write a table. */
const owners: Record<keyof Tables, string[]> = {
  users: ['auth', 'users'],
  sessions: ['auth'],
  session_tokens: ['auth'],
  verification_codes: ['auth'],
  mail_links: ['auth'],
  totp: ['auth'],
  passkeys: ['auth'],
  webauthn_challenges: ['auth'],
  recovery_codes: ['auth'],
  login_challenges: ['auth'],
  throttles: ['limits'],
  brands: ['catalog'],
  products: ['catalog'],
  blisters: ['catalog'],
  stock_movements: ['catalog'],
  lots: ['catalog'],
  lot_tests: ['catalog'],
  lot_movements: ['catalog'],
  lot_left: [],
  stock_counts: ['catalog'],
  stock_count_lines: ['catalog'],
  stock_notices: ['catalog'],
  favorites: ['catalog'],
  lineage: ['catalog'],
  lineage_parents: ['catalog'],
  price_runs: ['catalog'],
  price_changes: ['catalog'],
  price_schedules: ['catalog'],
  price_schedule_rows: ['catalog'],
  search_terms: ['catalog'],
  search_synonyms: ['catalog'],
  search_words: [],
  orders: ['orders'],
  order_lines: ['orders'],
  order_payments: ['orders'],
  order_notes: ['orders'],
  order_contacts: ['orders'],
  idempotency_keys: ['db'],
  uploads: ['files'],
  warranty_claims: ['warranty'],
  regret_requests: ['legal'],
  content_pages: ['legal'],
  content_versions: ['legal'],
  access_requests: ['access'],
  invitations: ['access'],
  consents: ['access'],
  banners: ['banners'],
  settings: ['settings'],
  activity_log: ['activity'],
  activity_texts: ['activity'],
  outbox: ['mail'],
  message_templates: ['messages'],
}

test('a room writes only its own tables', () => {
  const writes = files.flatMap((file) => {
    const found = readFileSync(file, 'utf8').matchAll(
      /(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|delete from|update) (\w+)\b/g,
    )
    return [...found].map(([, built, written]) => ({ file, table: built ?? written ?? '' }))
  })
  // Restoring a backup writes all tables, whole.
  const isTable = (table: string): table is keyof Tables => table in owners
  const byRooms = writes.flatMap(({ file, table }) =>
    isTable(table) && !file.startsWith('src/server/operator/') ? [{ file, table }] : [],
  )
  expect(new Set(byRooms.map(({ table }) => table)).size).toBe(
    Object.values(owners).filter((rooms) => rooms.length > 0).length,
  )
  expect(byRooms.filter(({ file, table }) => !owners[table].includes(room(file) ?? ''))).toEqual([])
})

test('one statement writes prices, and it writes their history', () => {
  const written = files
    .filter((file) => !file.startsWith('src/server/operator/'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const statements = [
        ...text.matchAll(/update blisters(?: as)?(?: \w+)? set ([\s\S]*?)(?:\bfrom\b|\bwhere\b|`)/g),
        // Kysely's types refuse a price here; an insert begins without one.
        ...text.matchAll(/insertInto\('blisters'\)\s*\.values\(([\s\S]*?)\)/g),
        ...text.matchAll(/insert into (price_changes|blisters)\b/g),
        ...text.matchAll(/insertInto\('(price_changes)'/g),
      ]
      return statements.map(([, said = '']) => ({ file, said: said.replaceAll(/\w*price: 0\b/g, '') }))
    })
    .filter(({ said }) => /price|^blisters$/.test(said))
  expect(new Set(written.map(({ file }) => file))).toEqual(
    new Set(['src/server/catalog/prices/price-queries.ts']),
  )
  expect(written).toHaveLength(2)
})

test('each text is defined once: shared texts are in the contract', () => {
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8'), lines: 0 }))
  expect(textsWrittenTwice(sources)).toEqual([])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(file, 'utf8')))
  expect(readers.toSorted()).toEqual(
    ['src/server/config.ts', 'src/server/main.ts', 'src/server/operator/shop-command.ts'].filter((file) =>
      readers.includes(file),
    ),
  )
})

test('only contract/place.ts names currency, language and time zone', () => {
  const named = files.filter((file) => /es[-_]AR|'ARS'|Argentina\/|-03:00/.test(readFileSync(file, 'utf8')))
  expect(named).toEqual(['src/contract/place.ts'])
})

test('only browser/storage.ts touches storage and cookies, only browser/store.ts keeps listeners', () => {
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => file.startsWith('src/web/') && pattern.test(readFileSync(file, 'utf8')))
  // The scripts in the head run before any module and have to be as small as possible.
  expect(filesWith(/\b(?:local|session)Storage\b|\bdocument\.cookie\b/).toSorted()).toEqual([
    'src/web/browser/storage.ts',
    'src/web/early/ask-early.ts',
    'src/web/early/mark-document.ts',
  ])
  expect(filesWith(/new Set<\(\) => void>\(\)/)).toEqual(['src/web/browser/store.ts'])
})

test('the server reads and sends two cookies, the second only with calls that bind a session', () => {
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => file.startsWith('src/server/') && pattern.test(readFileSync(file, 'utf8')))
  expect(filesWith(/headers\.cookie|set-cookie/)).toEqual([
    'src/server/http/browser-key.ts',
    'src/server/pages/pages.ts',
  ])
  expect(filesWith(/bindsSession: true/).toSorted()).toEqual([
    'src/server/access/routes.ts',
    'src/server/auth/routes.ts',
    'src/server/users/routes.ts',
  ])
})

test('a shop on its own disk does not load the SDK of S3', () => {
  const reached = new Set(['src/server/main.ts'])
  for (const file of reached)
    for (const { target, typeOnly, later } of importsOf(file))
      if (!typeOnly && !later && target.startsWith('src/')) reached.add(target)
  const users = files.filter((file) => /from '@aws-sdk/.test(readFileSync(file, 'utf8')))
  expect(users.length).toBeGreaterThan(1)
  expect(users.filter((file) => !file.startsWith('src/server/files/s3-'))).toEqual([])
  expect(reached).toContain('src/server/files/open-store.ts')
  expect([...reached].filter((file) => file.includes('/s3-') || users.includes(file))).toEqual([])
})

test('the server changes the owner of no file, for which systemd kills it', () => {
  // `cp` and `copyFile` do it inside Node: db/copy-folder.ts.
  const imports = files
    .filter((file) => file.startsWith('src/server/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/import ([^']+?) from 'node:fs/g)].map(
        ([text]) => `${file}: ${text}`,
      ),
    )
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((text) => /\*|\b(?:[fl]?chown|cp|copyFile)(?:Sync)?\b/.test(text))).toEqual([])
})

test('the rules detect violations', () => {
  const broken = (file: string, target: string) =>
    houseRules.filter((rule) => rule.isBroken(file, target)).length
  expect(broken('src/web/storefront/cart/cart-page.tsx', 'src/server/orders/orders.ts')).toBe(1)
  expect(broken('src/server/catalog/catalog.ts', 'src/server/orders/orders.ts')).toBe(1)
  expect(broken('src/server/orders/orders.ts', 'src/server/catalog/queries.ts')).toBe(1)
  expect(broken('src/server/mail/outbox.ts', 'src/server/orders/orders.ts')).toBe(1)
  expect(broken('src/web/session/session.ts', 'src/web/forms/use-form.ts')).toBe(1)
  expect(broken('src/server/orders/orders.ts', 'src/server/catalog/catalog.ts')).toBe(0)
})

/** `later`: a dynamic `import()`. */
function importsOf(file: string): { target: string; typeOnly: boolean; later: boolean }[] {
  const imports = readFileSync(file, 'utf8').matchAll(
    /(import type |import |export |import\()(?:[^'";]*? from )?'(\.[^']+)'/g,
  )
  return [...imports].map(([, kind, path]) => ({
    target: join(dirname(file), path ?? ''),
    typeOnly: kind === 'import type ',
    later: kind === 'import(',
  }))
}
