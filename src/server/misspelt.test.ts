import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const told = (...names: string[]) =>
  readConfig(Object.fromEntries(names.map((name) => [name, 'a value']))).misspelt

describe('readConfig of names that are no setting', () => {
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
    expect(told(name)).toEqual(meant === undefined ? [] : [`${name} is no setting of the shop. ${meant} is`])
  })

  it('says nothing of settings, nor of what others read', () => {
    expect(
      readConfig({ LOG_LEVEL: 'info', DATA_DIR: 'x', PUBLIC_URL: 'https://x.example' }).misspelt,
    ).toEqual([])
    expect(
      told('PATH', 'POST', 'HOSTNAME', 'SPORT', 'DEBUG', 'REDIS_URL', 'API_URL', 'XDG_DATA_DIRS', 'NODE_ENV'),
    ).toEqual([])
  })
})
