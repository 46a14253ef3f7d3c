import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig, SETTINGS, WrongSetting } from './config.ts'
import { doubtfulSettings } from './start/doubtful-settings.ts'

describe('readConfig of S3', () => {
  const all = {
    S3_ENDPOINT: 'https://s3.example.org/',
    S3_BUCKET: 'fotos.tienda',
    S3_ACCESS_KEY_ID: 'KEY',
    S3_SECRET_ACCESS_KEY: 'very-secret',
  }
  const refusal = (settings: Record<string, string>): string => {
    try {
      readConfig(settings)
    } catch (error) {
      expect(error).toBeInstanceOf(WrongSetting)
      return (error as Error).message
    }
    throw new Error('It was taken')
  }

  it('has no bucket without these settings', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ S3_ENDPOINT: '', S3_BUCKET: '' }).s3).toBeUndefined()
  })

  it('needs all of them but the region', () => {
    expect(readConfig(all).s3).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'fotos.tienda',
      region: 'us-east-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'very-secret',
    })
    expect(readConfig({ ...all, S3_REGION: 'sa-east-1' }).s3?.region).toBe('sa-east-1')
    expect(readConfig({ ...all, S3_ENDPOINT: 'https://x.example/storage/v1/s3' }).s3?.endpoint).toBe(
      'https://x.example/storage/v1/s3',
    )
  })

  it.each(Object.keys(all))('refuses it without %s, by its name', (name) => {
    expect(refusal({ ...all, [name]: '' })).toMatch(new RegExp(`^${name}: falta; poné `))
  })

  it('refuses a region alone', () => {
    expect(refusal({ S3_REGION: 'sa-east-1' })).toMatch(/^S3_ENDPOINT, S3_BUCKET.*: faltan; poné /)
  })

  it.each([
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_ENDPOINT', 'ftp://s3.example.org'],
    ['S3_ENDPOINT', 'https://KEY:very-secret@s3.example.org'],
    ['S3_ENDPOINT', 'https://s3.example.org?x=very-secret'],
    ['S3_BUCKET', 'fotos/tienda'],
    ['S3_BUCKET', 'ab'],
    ['S3_REGION', 'sa east'],
  ])('refuses %s %j in one line without its value', (name, value) => {
    const line = refusal({ ...all, [name]: value })
    expect(line).toMatch(new RegExp(`^${name}: [^\\n]+$`))
    expect(line).not.toContain('very-secret')
  })
})

describe('readConfig of addresses', () => {
  it.each(['tienda@example.org', 'La tienda <tienda@example.org>', '<tienda@example.org>'])(
    'takes MAIL_FROM %s',
    (from) => {
      expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from)
    },
  )

  it.each(['nonsense', 'a\r\nBcc: b@example.org', 'Dos <a@example.org> <b@example.org>', 'La tienda <>'])(
    'refuses MAIL_FROM %j',
    (from) => {
      expect(() => readConfig({ MAIL_FROM: from })).toThrow(/^MAIL_FROM: /)
    },
  )

  it('accepts an origin as PUBLIC_URL, without a path', () => {
    expect(readConfig({ PUBLIC_URL: 'https://tienda.example:8443/' }).publicUrl).toBe(
      'https://tienda.example:8443',
    )
    for (const more of ['tienda', '?x=1', '#y'])
      expect(() => readConfig({ PUBLIC_URL: `https://tienda.example/${more}` })).toThrow(/^PUBLIC_URL: /)
    for (const none of ['nada', 'https://', ''])
      expect(() => readConfig({ PUBLIC_URL: none || ' ' })).toThrow(/^PUBLIC_URL: /)
    expect(() => readConfig({ PUBLIC_URL: 'https://ana:clave@tienda.example' })).toThrow(/^PUBLIC_URL: /)
  })
})

describe('settings that depend on each other', () => {
  const OWNER = 'postgres://owner@localhost/tienda'

  it('refuses MIGRATE_DATABASE_URL alone, which would be a shop on the embedded database', () => {
    expect(() => readConfig({ MIGRATE_DATABASE_URL: OWNER })).toThrow(
      /^MIGRATE_DATABASE_URL: sin DATABASE_URL/,
    )
    const both = { DATABASE_URL: OWNER, MIGRATE_DATABASE_URL: OWNER, SHOP_SECRET: 's'.repeat(32) }
    expect(readConfig(both).migrateDatabaseUrl).toBe(OWNER)
  })

  it('takes a shop that others see as one in use, whatever DEMO says', () => {
    for (const [name, value] of [
      ['HOST', '0.0.0.0'],
      ['TRUST_PROXY', '1'],
    ] as const)
      expect(doubtfulSettings(readConfig({ [name]: value }))).toHaveLength(2)
  })

  it('warns of a missing address, missing mail and a sender that does not exist', () => {
    const doubts = (settings: Record<string, string>) =>
      doubtfulSettings(readConfig(settings)).map((text) => text.slice(0, text.indexOf(':')))
    expect(doubts({})).toEqual([])
    expect(doubts({ DEMO: '0' })).toEqual(['PUBLIC_URL', 'SMTP_URL'])
    expect(doubts({ PUBLIC_URL: 'https://tienda.example' })).toEqual(['SMTP_URL'])
    const sending = { PUBLIC_URL: 'https://tienda.example', SMTP_URL: 'smtp://localhost' }
    expect(doubts(sending)).toEqual(['MAIL_FROM'])
    const from = { MAIL_FROM: 'Tienda <hola@semillas.ar>' }
    expect(doubts({ ...sending, ...from })).toEqual([])
    expect(doubts({ ...sending, ...from, SMTP_URL: 'smtp://mail:1025' })).toEqual(['SMTP_URL'])
  })
})

/** At least one of these is wrong for each setting; a setting alone, or beside what it needs. */
const VALUES = [
  ' ',
  '?',
  '-1',
  '1e9',
  'https://',
  'http://ana:clave-secreta@x.example/?y#z',
  'ñ'.repeat(300),
  '\n',
]
const BESIDE = { DATABASE_URL: 'postgres://x@127.0.0.1/x', SHOP_SECRET: 's'.repeat(32) }
/** Words of the former texts, of zod's own, and others that no Spanish sentence has. */
const ENGLISH =
  /\b(?:invalid|expected|received|must|is|needs|required|missing|the|of|no name|too|small|wrong|set|with)\b/i

describe('a wrong value', () => {
  it.each(SETTINGS)('of %s is refused by a Spanish line that says what a right one looks like', (name) => {
    const refusals = VALUES.flatMap((value) => {
      try {
        readConfig({ ...BESIDE, [name]: value })
        return []
      } catch (error) {
        expect(error).toBeInstanceOf(WrongSetting)
        return [(error as Error).message]
      }
    })
    expect(refusals.length).toBeGreaterThan(0)
    for (const line of refusals) {
      expect(line).toMatch(
        new RegExp(`^${name}: [^\\n]+: (?:poné|ponelo|ponela) [^\\n]+$|^S3_.*: faltan?; poné `),
      )
      expect(line.replaceAll(/«[^»]*»|\S+@\S+|https?:\S+/g, '')).not.toMatch(ENGLISH)
      expect(line).not.toContain('clave-secreta')
    }
  })
})

describe('readConfig of numbers', () => {
  it.each(['PORT', 'METRICS_PORT', 'DRAIN_SECONDS', 'CONNECTIONS_PER_ADDRESS', 'RATE_LIMIT_FACTOR'])(
    'refuses a blank %s, which would count as 0',
    (name) => {
      expect(() => readConfig({ [name]: ' ' })).toThrow(new RegExp(`^${name}: `))
    },
  )
})

describe('readConfig of connections', () => {
  const perAddress = (settings: Record<string, string>) => readConfig(settings).connectionsPerAddress

  it('limits an address by default, but not where limits are off', () => {
    expect(perAddress({})).toBe(100)
    expect(perAddress({ RATE_LIMIT_FACTOR: '5' })).toBe(100)
    expect(perAddress({ RATE_LIMIT_FACTOR: '0' })).toBe(0)
    expect(perAddress({ RATE_LIMIT_FACTOR: '0', CONNECTIONS_PER_ADDRESS: '7' })).toBe(7)
    expect(perAddress({ CONNECTIONS_PER_ADDRESS: '0' })).toBe(0)
  })

  it.each(['-1', '1.5', 'many', '1001'])('refuses %s', (value) => {
    expect(() => perAddress({ CONNECTIONS_PER_ADDRESS: value })).toThrow(/^CONNECTIONS_PER_ADDRESS: /)
  })
})

describe('.env.example', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8').replaceAll(/^#(?=[A-Z])/gm, ''))

  it('names exactly the settings that are read', () => {
    expect(Object.keys(example).toSorted()).toEqual(SETTINGS.toSorted())
  })

  it('shows the defaults', () => {
    expect(readConfig(example)).toEqual(readConfig({}))
  })
})
