import path from 'node:path'
import { z } from 'zod'

/** Everything that differs between installations. Read once, at start; a wrong value stops the start. */
export interface Config {
  port: number
  host: string
  /** Without a trailing slash. Canonical addresses, mail links and the sitemap begin with it. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: made once and kept in the data folder (embedded database only). */
  secret: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  s3: S3Config | undefined
  demo: boolean
  /** Addresses of proxies whose word about the visitor's address is taken; none by default. */
  trustProxy: string[]
  /** Multiplies every rate limit; 0 turns limits and login delays off, for tests. */
  rateLimitFactor: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const filled = z.string().trim().min(1)
const onOff = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'])
  .transform((value) => ['1', 'true', 'on'].includes(value))

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: filled.default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: filled.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SHOP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: filled.default('Surbrote <tienda@surbrote.example>'),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: filled.optional(),
  S3_REGION: filled.default('us-east-1'),
  S3_ACCESS_KEY_ID: filled.optional(),
  S3_SECRET_ACCESS_KEY: filled.optional(),
  DEMO: onOff.optional(),
  TRUST_PROXY: filled.default('0'),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).max(1000).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** A setting that cannot be used. The message is one line, for the person who set it. */
export class WrongSetting extends Error {}

/** Reads the settings of `docs/operating.md`; empty variables count as unset. Throws `WrongSetting`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new WrongSetting(`${issue?.path.join('.') ?? 'Settings'}: ${issue?.message ?? 'wrong value'}`)
  }
  const env = parsed.data
  if (env.DATABASE_URL && !env.SHOP_SECRET) {
    throw new WrongSetting('SHOP_SECRET: required with DATABASE_URL, so that all instances share it')
  }
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    secret: env.SHOP_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    s3: readS3(env),
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    trustProxy: readProxies(env.TRUST_PROXY),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
  }
}

/** `1` is a proxy on this machine; else a list of addresses or networks such as `10.0.0.0/8`. */
function readProxies(value: string): string[] {
  if (['0', 'off', 'false'].includes(value)) return []
  if (['1', 'on', 'true'].includes(value)) return ['loopback']
  const proxies = value.split(',').map((part) => part.trim())
  const wrong = proxies.find(
    (part) => !/^(?:loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(?:\/\d{1,3})?)$/.test(part),
  )
  if (wrong !== undefined) throw new WrongSetting(`TRUST_PROXY: ${wrong} is no address of a proxy`)
  return proxies
}

function readS3(env: z.output<typeof Environment>): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  const given = [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY]
  if (given.every((value) => value === undefined)) return undefined
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new WrongSetting(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all of them or none',
    )
  }
  throw new WrongSetting(
    'S3_ENDPOINT: storage on S3 is not available in this version; files are kept under DATA_DIR/media',
  )
}
