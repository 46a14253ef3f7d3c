import { WrongSetting } from './wrong-setting.ts'

/** The parts of the settings that are about S3: pictures, and backups off the machine. */
export interface S3Config {
  /** Without a trailing slash and without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Backups that are sent off the machine. */
export interface BackupConfig {
  /** `s3://bucket/prefix`; undefined: they are not sent. */
  to: string | undefined
  /** Undefined when something of it is missing. */
  s3: Omit<S3Config, 'bucket'> | undefined
  /** The age key they are encrypted to. */
  recipient: string | undefined
  /** 0: none is ever removed. */
  keepDays: number
}

/** A bucket, and parts of a name between slashes. */
export const BACKUP_PLACE =
  /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){0,9})\/?$/

type Names =
  | 'S3_ENDPOINT'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'BACKUP_TO'
  | 'BACKUP_RECIPIENT'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
type Environment = { [Name in Names]?: string | undefined } & { BACKUP_KEEP_DAYS: number }

const S3_NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The bucket of the pictures. Throws `WrongSetting` when only a part of it is set. */
export function readS3(env: Environment): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (S3_REGION === undefined && S3_NEEDED.every((name) => env[name] === undefined)) return undefined
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const missing = S3_NEEDED.filter((name) => env[name] === undefined)
    throw new WrongSetting(
      `${missing.join(', ')}: ${missing.length === 1 ? 'falta' : 'faltan'}; poné ${S3_NEEDED.join(', ')} juntos, o ninguno`,
    )
  }
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

export function readBackup(env: Environment): BackupConfig {
  const address = env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT
  const accessKeyId = env.BACKUP_S3_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID
  const secretAccessKey = env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY
  return {
    to: env.BACKUP_TO,
    s3:
      address && accessKeyId && secretAccessKey
        ? {
            endpoint: address.replace(/\/+$/, ''),
            region: env.BACKUP_S3_REGION ?? env.S3_REGION ?? 'us-east-1',
            accessKeyId,
            secretAccessKey,
          }
        : undefined,
    recipient: env.BACKUP_RECIPIENT,
    keepDays: env.BACKUP_KEEP_DAYS,
  }
}
