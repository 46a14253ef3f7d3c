import path from 'node:path'
import { WrongSetting } from '../config.ts'
import { MigrationRefused } from '../db/migrate.ts'
import { errorCode } from '../error-code.ts'

/** Errors of the system and of PostgreSQL at start, as one line that names the setting to change. */

/** `EX_CONFIG` of sysexits.h: `surbrote.service` does not restart after it. */
const NO_RESTART_HELPS = 78
/** Causes of a wrong setting that end by themselves, such as a PostgreSQL that is starting. */
const PASSING = new Set([
  '53300',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOSPC',
  'EDQUOT',
])

/** The exit code of a shop that does not start. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof MigrationRefused) return NO_RESTART_HELPS
  return error instanceof WrongSetting && !PASSING.has(errorCode(error.cause)) ? NO_RESTART_HELPS : 1
}

/** Target of the first connection to PostgreSQL. */
interface Wanted {
  host: string
  port: number
  user?: string | undefined
  database?: string | undefined
}

/** Why PostgreSQL could not be opened; for other errors the code or message of PostgreSQL or the system. */
export function wrongDatabase(setting: string, wanted: Wanted, error: unknown): WrongSetting {
  const { host, port, user, database } = wanted
  const reasons: Record<string, string> = {
    '28P01': `PostgreSQL no acepta al usuario «${user}» con esa contraseña`,
    '28000': `PostgreSQL no acepta al usuario «${user}»`,
    '42501': `PostgreSQL no deja entrar a «${user}» en la base «${database}»: usá «surbrote_app» o «surbrote_owner», los usuarios de deploy/roles.sql`,
    '3D000': `en ${host}:${port} no hay ninguna base «${database}»`,
    '53300': `el PostgreSQL de ${host}:${port} no admite más conexiones`,
    '57P03': `el PostgreSQL de ${host}:${port} está arrancando o cerrándose`,
    ECONNREFUSED: `en ${host}:${port} no contesta ningún PostgreSQL`,
    ENOENT: `en ${host}:${port} no contesta ningún PostgreSQL`,
    ENOTFOUND: `no se encuentra la máquina ${host}`,
    EAI_AGAIN: `no se encuentra la máquina ${host}`,
    ETIMEDOUT: `${host}:${port} no contesta`,
    EHOSTUNREACH: `no se llega a ${host}:${port}`,
  }
  const code = errorCode(error)
  return wrong(setting, reasons[code] ?? `no se puede abrir el PostgreSQL de ${host}:${port}`, error)
}

/** Why an address cannot be listened on; undefined for other errors. */
export function wrongAddress(
  settings: { port: string; host: string },
  { port, host }: { port: number; host: string },
  error: unknown,
): WrongSetting | undefined {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return wrong(settings.port, `el puerto ${port} de ${host} ya está en uso`, error)
    case 'EACCES':
      return wrong(settings.port, `la tienda no puede abrir el puerto ${port}`, error)
    case 'EADDRNOTAVAIL':
      return wrong(settings.host, `${host} no es una dirección de esta máquina`, error)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return wrong(settings.host, `no se encuentra la máquina ${host}`, error)
    default:
      return undefined
  }
}

/** Why the data folder, or something in it, cannot be used; undefined for other errors. */
export function wrongFolder(setting: string, folder: string, error: unknown): WrongSetting | undefined {
  if (!isFileError(error)) return undefined
  // The refusing folder may also be a parent.
  if (!isWithin(error.path, folder) && !isWithin(folder, error.path)) return undefined
  switch (error.code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return wrong(setting, `${error.path} no es una carpeta`, error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return wrong(setting, `la tienda no puede escribir en ${error.path}`, error)
    default:
      return wrong(setting, `no se puede usar ${error.path}`, error)
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const FILE_REASONS: Record<string, string> = {
  EACCES: 'falta el permiso',
  EPERM: 'falta el permiso',
  EROFS: 'el disco es de solo lectura',
  ENOENT: 'no existe',
  ENOTDIR: 'no es una carpeta',
  EEXIST: 'ya existe',
  EISDIR: 'es una carpeta',
  ENOSPC: 'no queda lugar en el disco',
  EDQUOT: 'no queda lugar en el disco',
  EFBIG: 'el archivo sería demasiado grande',
  EMFILE: 'hay demasiados archivos abiertos',
  ENAMETOOLONG: 'el nombre es demasiado largo',
}

/** A file or folder that the system refuses, in one line; undefined for other errors. */
export function refusedFile(error: unknown): string | undefined {
  // Writing to an open file gives an error without a path.
  if (FULL.has(errorCode(error)) && !isFileError(error)) return `No se pudo escribir: ${fileReason(error)}.`
  if (!isFileError(error)) return undefined
  return `No se puede usar ${error.dest ?? error.path}: ${fileReason(error)}.`
}

/** E.g. 'no existe (ENOENT)'. */
export function fileReason(error: unknown): string {
  const code = errorCode(error)
  // `mkdir` fails with EEXIST only where a file is in the way.
  if (code === 'EEXIST' && isFileError(error) && error.syscall === 'mkdir')
    return `no es una carpeta (${code})`
  const said = code === '' ? String(error) : `(${code})`
  return FILE_REASONS[code] === undefined ? said : `${FILE_REASONS[code]} ${said}`
}

interface FileError extends Error {
  code: string
  syscall: string
  path: string
  dest?: string
}

function isFileError(error: unknown): error is FileError {
  return error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string'
}

function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(path.join(folder, path.sep))
}

function wrong(setting: string, why: string, error: unknown): WrongSetting {
  const code = errorCode(error)
  const said = code === '' && error instanceof Error ? error.message : code
  return new WrongSetting(`${setting}: ${why} (${said.replaceAll(/\s+/g, ' ')})`, { cause: error })
}
