import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const warnings = (...names: string[]) =>
  readConfig(Object.fromEntries(names.map((name) => [name, 'a value']))).misspelt

describe('readConfig with names that are no settings', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['SHOP_SECRETS', 'SHOP_SECRET'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['S3_ACCES_KEY_ID', 'S3_ACCESS_KEY_ID'],
    ['Data_Dir', undefined],
    ['RATE_LIMITS_FACTOR', 'RATE_LIMIT_FACTOR'],
  ])('%s: %s', (name, meant) => {
    expect(warnings(name)).toEqual(
      meant === undefined
        ? []
        : [`${name}: no es un ajuste de la tienda y no se usa: ¿quisiste poner ${meant}?`],
    )
  })

  it('does not warn of settings, nor of variables of other programs', () => {
    expect(
      readConfig({ LOG_LEVEL: 'info', DATA_DIR: 'x', PUBLIC_URL: 'https://x.example' }).misspelt,
    ).toEqual([])
    expect(
      warnings(
        'PATH',
        'POST',
        'HOSTNAME',
        'SPORT',
        'DEBUG',
        'REDIS_URL',
        'API_URL',
        'XDG_DATA_DIRS',
        'NODE_ENV',
      ),
    ).toEqual([])
  })
})
