import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { misspeltSettings } from './start/misspelt-settings.ts'
import { WRONG_VALUES } from './start/wrong-values.ts'
import { BACKUP_PLACE, type BackupConfig, readBackup, readS3, type S3Config } from './storage-settings.ts'
import { WrongSetting } from './wrong-setting.ts'

export type { S3Config } from './storage-settings.ts'
export { WrongSetting } from './wrong-setting.ts'

/** The settings of an installation, read once at start. A wrong value ends the start. */
export interface Config {
  port: number
  host: string
  /** Without a trailing slash. Canonical addresses, mail links and the sitemap begin with it. */
  publicUrl: string
  /** `PUBLIC_URL` is not set. */
  publicUrlIsAssumed: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** For a role that may change tables: the commands `migrate` and `restore` use it instead of `databaseUrl`. */
  migrateDatabaseUrl: string | undefined
  /** Undefined: generated once and stored in the data folder (embedded database only). */
  secret: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  s3: S3Config | undefined
  backup: BackupConfig
  demo: boolean
  /** Proxies whose forwarded visitor address is trusted; none by default. */
  trustProxy: string[]
  /** The address that serves metrics for Prometheus; undefined for none. */
  metrics: { port: number; host: string } | undefined
  /** How long the shop still answers after `/readyz` began to fail. */
  drainSeconds: number
  /** Most open connections of one address, proxies of `trustProxy` excepted; 0 for no limit. */
  connectionsPerAddress: number
  /** Multiplies every rate limit; 0 turns limits and login delays off, for tests. */
  rateLimitFactor: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** A line for each variable that looks like a misspelt setting. */
  misspelt: string[]
}

/** Longer than the usual interval of a health check, short enough to wait for. */
const PROXY_DRAIN_SECONDS = 5
/** About fifteen browsers behind one address, with six each; a tenth of all connections. */
const CONNECTIONS_PER_ADDRESS = 100

const filled = z.string().trim().min(1)
const number = filled.transform(Number)
const onOff = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'])
  .transform((value) => ['1', 'true', 'on'].includes(value))

/** Whether the URL is only an origin: links append their path to it. */
function isSite(address: string): boolean {
  return isBare(address) && new URL(address).pathname === '/'
}

/** Whether the URL may be logged and appended to: without account, query and fragment. */
function isBare(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password, search, hash } = new URL(address)
  return username === '' && password === '' && search === '' && hash === ''
}

const endpoint = z.url({ protocol: /^https?$/ }).refine(isBare)
const region = z.string().regex(/^[A-Za-z0-9-]{1,40}$/)

/** `tienda@example.org`, `La tienda <tienda@example.org>` */
const SENDER = /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const Environment = z.object({
  PORT: number.pipe(z.int().min(0).max(65_535)).default(3000),
  HOST: filled.default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSite)
    .optional(),
  DATA_DIR: filled.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MIGRATE_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SHOP_SECRET: z.string().min(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: filled.regex(SENDER).optional(),
  S3_ENDPOINT: endpoint.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/)
    .optional(),
  S3_REGION: region.optional(),
  S3_ACCESS_KEY_ID: filled.optional(),
  S3_SECRET_ACCESS_KEY: filled.optional(),
  BACKUP_TO: z.string().regex(BACKUP_PLACE).optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/)
    .optional(),
  BACKUP_KEEP_DAYS: number.pipe(z.int().min(0).max(3650)).default(30),
  BACKUP_S3_ENDPOINT: endpoint.optional(),
  BACKUP_S3_REGION: region.optional(),
  BACKUP_S3_ACCESS_KEY_ID: filled.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: filled.optional(),
  DEMO: onOff.optional(),
  TRUST_PROXY: filled.default('0'),
  METRICS_PORT: number.pipe(z.int().min(1).max(65_535)).optional(),
  METRICS_HOST: filled.default('127.0.0.1'),
  DRAIN_SECONDS: number.pipe(z.number().min(0).max(300)).optional(),
  CONNECTIONS_PER_ADDRESS: number.pipe(z.int().min(0).max(1000)).optional(),
  RATE_LIMIT_FACTOR: number.pipe(z.number().min(0).max(1000)).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** A setting without a text does not compile. */
const TEXTS: Record<keyof z.output<typeof Environment>, string> = WRONG_VALUES

/** The names of all settings. */
export const SETTINGS: string[] = Object.keys(Environment.shape)

/** Reads the settings that `.env.example` lists; empty variables count as unset. Throws `WrongSetting`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const env = parsed(set)
  if (env.DATABASE_URL && !env.SHOP_SECRET) {
    throw new WrongSetting(
      'SHOP_SECRET: falta, y con DATABASE_URL todas las instancias usan el mismo: poné 32 caracteres o más, como los que da «openssl rand -hex 24»',
    )
  }
  if (env.MIGRATE_DATABASE_URL && !env.DATABASE_URL) {
    throw new WrongSetting(
      'MIGRATE_DATABASE_URL: sin DATABASE_URL la tienda usa la base incluida: poné también DATABASE_URL, como postgres://usuario:contraseña@127.0.0.1/tienda',
    )
  }
  const trustProxy = readProxies(env.TRUST_PROXY)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    publicUrlIsAssumed: env.PUBLIC_URL === undefined,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL,
    secret: env.SHOP_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? ownAddress(publicUrl),
    s3: readS3(env),
    backup: readBackup(env),
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    trustProxy,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    // Only behind a proxy, which can send visitors to another instance meanwhile.
    drainSeconds: env.DRAIN_SECONDS ?? (trustProxy.length > 0 ? PROXY_DRAIN_SECONDS : 0),
    connectionsPerAddress:
      env.CONNECTIONS_PER_ADDRESS ?? (env.RATE_LIMIT_FACTOR === 0 ? 0 : CONNECTIONS_PER_ADDRESS),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
    misspelt: misspeltSettings(set, SETTINGS),
  }
}

function parsed(set: Record<string, string | undefined>): z.output<typeof Environment> {
  const { data, error } = Environment.safeParse(set)
  if (data) return data
  throw refused(error.issues[0]?.path[0] as keyof typeof TEXTS) // safe: each issue is about a setting
}

function refused(name: keyof typeof TEXTS): WrongSetting {
  return new WrongSetting(`${name}: ${TEXTS[name]}`)
}

/** The demo on the own machine, which needs neither mail nor an address. */
export function isTriedOut(config: Config): boolean {
  return config.databaseUrl === undefined && config.demo && openedBy(config) === undefined
}

/** The setting that shows the shop to other machines, such as `HOST=0.0.0.0`; undefined when only this one sees it. */
export function openedBy({ publicUrl, host, trustProxy }: Config): string | undefined {
  if (isPublic(publicUrl)) return `PUBLIC_URL=${publicUrl}`
  if (!isOwnName(host)) return `HOST=${host}`
  return trustProxy.length > 0 ? `TRUST_PROXY=${trustProxy.join(',')}` : undefined
}

/** The port of Mailpit, MailHog and MailCatcher, which deliver nothing. */
export function isMailCatcher(smtpUrl: string | undefined): boolean {
  return smtpUrl !== undefined && new URL(smtpUrl).port === '1025'
}

/** Whether a host or mail address is under a reserved top-level domain: https://www.rfc-editor.org/rfc/rfc2606 */
export function isExample(address: string): boolean {
  return /[@.](?:example|invalid|test|localhost)>?$/i.test(address)
}

/** Whether the address is reachable from other machines. */
export function isPublic(publicUrl: string): boolean {
  return !isOwnName(new URL(publicUrl).hostname)
}

/** Whether a host name or address is this machine for everybody. */
export function isOwnName(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host)
}

/** `1` is a proxy on this machine; else a list of addresses or networks such as `10.0.0.0/8`. */
function isProxy(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const [, address = '', bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}

function readProxies(value: string): string[] {
  if (['0', 'off', 'false'].includes(value)) return []
  if (['1', 'on', 'true'].includes(value)) return ['loopback']
  const proxies = value.split(',').map((part) => part.trim())
  if (!proxies.every(isProxy)) throw refused('TRUST_PROXY')
  return proxies
}

/** The default sender. */
function ownAddress(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return `tienda@${/^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost'}`
}

/** Variables of the system, Node and libvips. */
const HARMLESS = /^(?:PATH|LANG|TZ|TMPDIR|(?:LC|LD|MALLOC|NODE|UV|VIPS|SURBROTE)_\w+)$/

/** The environment for child processes, without the shop's settings, some of which are secrets. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => HARMLESS.test(name)))
}
