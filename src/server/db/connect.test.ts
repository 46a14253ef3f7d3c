import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '../../../test/support/databases/test-database.ts'
import { databaseProblem } from './errors.ts'

describe.each(engines)('openDatabase, %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { db } = database
  afterAll(() => database.close())
  await sql`create table shelves (
    id bigint generated always as identity primary key,
    label text constraint shelves_label unique,
    stock int not null default 0 constraint shelves_stock check (stock >= 0),
    parent bigint constraint shelves_parent references shelves
  )`.execute(db)

  it('parses each type to the TypeScript value the shop uses', async () => {
    const { rows } = await sql`select
      9007199254740991::int8 as count, 12.50::numeric(12,2) as price, date '2026-02-28' as day, null as nothing,
      timestamptz '2026-02-28 23:30:00-03' as moment, array[1, 2]::int8[] as ids, array['a b', 'c']::text[] as words,
      '{"a": [1]}'::jsonb as json, true as yes, '\\x00ff'::bytea as bytes`.execute(db)
    expect(rows[0]).toEqual({
      count: 9007199254740991,
      price: 12.5,
      day: '2026-02-28',
      nothing: null,
      moment: new Date('2026-03-01T02:30:00Z'),
      ids: [1, 2],
      words: ['a b', 'c'],
      json: { a: [1] },
      yes: true,
      bytes: Buffer.from([0, 255]),
    })
  })

  it('has the extensions of the search, and lowers accented letters', async () => {
    await sql`create extension if not exists pg_trgm`.execute(db)
    const { rows } =
      await sql`select similarity('semilla', 'semila') > 0.5 as similar, lower('ÑANDÚ') as lower`.execute(db)
    expect(rows).toEqual([{ similar: true, lower: 'ñandú' }])
  })

  it.each([
    ['a NUL in a text', () => sql`insert into shelves (label) values (${'a\u0000b'})`, { kind: 'bad-input' }],
    [
      'half a surrogate pair, which becomes a replacement character',
      () => sql`select ${'\uD800'}::text`,
      undefined,
    ],
    ['a number that is too large', () => sql`select ${'99999999999'}::int`, { kind: 'bad-input' }],
    ['an invalid number', () => sql`select ${'x'}::int`, { kind: 'bad-input' }],
    ['an invalid day', () => sql`select ${'2026-02-30'}::date`, { kind: 'bad-input' }],
    ['a negative page', () => sql`select 1 limit ${-1}`, { kind: 'bad-input' }],
    [
      'a second of something unique',
      () => sql`insert into shelves (label) values ('b'), ('b')`,
      { kind: 'duplicate', constraint: 'shelves_label' },
    ],
    [
      'a broken check',
      () => sql`insert into shelves (stock) values (-1)`,
      { kind: 'conflict', constraint: 'shelves_stock' },
    ],
    [
      'a reference to nothing',
      () => sql`insert into shelves (parent) values (0)`,
      { kind: 'conflict', constraint: 'shelves_parent' },
    ],
    ['wrong SQL, which is a bug', () => sql`selec 1`, undefined],
  ])('names %s', async (_, query, problem) => {
    const outcome = await query()
      .execute(db)
      .catch((error: unknown) => error)
    expect(databaseProblem(outcome)).toEqual(problem)
  })

  it('reports the table, constraint and detail of a refusal', async () => {
    await expect(sql`insert into shelves (label) values ('c'), ('c')`.execute(db)).rejects.toMatchObject({
      code: '23505',
      table: 'shelves',
      constraint: 'shelves_label',
      detail: 'Key (label)=(c) already exists.',
    })
  })

  it('rolls back a transaction that throws, and stays usable', async () => {
    const attempt = db.transaction().execute(async (tx) => {
      await sql`insert into shelves (label) values ('never')`.execute(tx)
      throw new Error('changed our mind')
    })
    await expect(attempt).rejects.toThrow('changed our mind')
    expect((await sql`select 1 from shelves where label = 'never'`.execute(db)).rows).toEqual([])
  })

  it('isolates a transaction from concurrent queries', async () => {
    const { promise: inside, resolve: isInside } = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(async (tx) => {
      await sql`insert into shelves (label) values ('half')`.execute(tx)
      isInside()
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error('roll back')
    })
    await inside
    const seen = sql`select 1 from shelves where label = 'half'`.execute(db)
    await expect(transaction).rejects.toThrow('roll back')
    expect((await seen).rows).toEqual([])
  })

  it('counts the rows a write changed', async () => {
    await sql`insert into shelves (label, stock) values ('d', 1), ('e', 1)`.execute(db)
    const update =
      await sql`update shelves set stock = stock - 1 where label in ('d', 'e') and stock >= 1`.execute(db)
    expect(update.numAffectedRows).toBe(2n)
  })

  it('delivers notifications, those of a transaction only after its commit', async () => {
    const heard: (string | undefined)[] = []
    const { promise: second, resolve } = Promise.withResolvers<void>()
    await database.listen('News', (payload) => heard.push(payload) === 2 && resolve())
    await database.notify('News', 'one')
    await db.transaction().execute((tx) => sql`select pg_notify('News', 'two')`.execute(tx))
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_notify('News', 'never')`.execute(tx)
        throw new Error('roll back')
      })
      .catch(() => {})
    await second
    expect(heard).toEqual(['one', 'two'])
  })

  it('passes its check, and vacuums', async () => {
    await database.check()
    await database.vacuum()
  })

  it('runs many concurrent queries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => sql<{ i: number }>`select ${i}::int as i`.execute(db)),
    )
    expect(answers.map(({ rows }) => rows[0]?.i)).toEqual(Array.from({ length: 200 }, (_, i) => i))
  })

  it('returns a result of many megabytes', async () => {
    const { rows } = await sql<{
      text: string
    }>`select repeat('ñ', 3000000) as text from generate_series(1, 3)`.execute(db)
    expect(rows.map(({ text }) => text.length)).toEqual([3_000_000, 3_000_000, 3_000_000])
  })
})

describe('openDatabase, postgres', async () => {
  const database = await openTestDatabase('postgres')
  afterAll(() => database.close())

  it('limits the time of locks and statements', async () => {
    const { rows } =
      await sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`.execute(
        database.db,
      )
    expect(rows).toEqual([{ lock: '3s', statement: '5s', idle: '10s', zone: 'UTC' }])
  })

  it('reconnects when its connections are lost, and tells listeners that they may have missed notifications', async () => {
    const { promise: missed, resolve } = Promise.withResolvers<string | undefined>()
    await database.listen('News', resolve)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
    expect(await missed).toBeUndefined()
    await expect
      .poll(() =>
        database.check().then(
          () => 'answers',
          () => 'does not',
        ),
      )
      .toBe('answers')
  })
})
