import path from 'node:path'
import { WrongSetting } from '../config.ts'
import { MigrationRefused } from '../db/migration-refused.ts'
import { errorCode } from '../error-code.ts'

/** Errors of the system and of PostgreSQL at start, as one line that names the setting to change. */

/** `EX_CONFIG` of sysexits.h: `surbrote.service` does not restart after it. */
const NO_RESTART_HELPS = 78
/** Causes of a wrong setting that do not end by themselves, unlike a PostgreSQL that is starting or a port in use. */
const FINAL = new Set(['28P01', '28000', '3D000', '42501', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])

/** The exit code of a shop that does not start. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof MigrationRefused) return NO_RESTART_HELPS
  if (!(error instanceof WrongSetting)) return 1
  return error.cause === undefined || FINAL.has(errorCode(error.cause)) ? NO_RESTART_HELPS : 1
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
  const place = `${host}:${port}`
  const away = {
    why: `en ${place} no contesta ningún PostgreSQL`,
    next: 'mirá si está en marcha («systemctl status postgresql») y si la dirección es la suya',
  }
  const unknown = { why: `no se encuentra la máquina ${host}`, next: 'corregí su nombre en la dirección' }
  const reasons: Record<string, Reason> = {
    '28P01': {
      why: `PostgreSQL no acepta al usuario «${user}» con esa contraseña`,
      next: 'corregí la contraseña de la dirección',
    },
    '28000': {
      why: `PostgreSQL no acepta al usuario «${user}»`,
      next: 'corregí el usuario de la dirección, o dejalo entrar en pg_hba.conf',
    },
    '42501': {
      why: `PostgreSQL no deja entrar a «${user}» en la base «${database}»`,
      next: 'usá «surbrote_app» o «surbrote_owner», los usuarios de deploy/roles.sql',
    },
    '3D000': {
      why: `en ${place} no hay ninguna base «${database}»`,
      next: `corregí su nombre, o creala con «runuser -u postgres -- createdb ${database}»`,
    },
    '53300': {
      why: `el PostgreSQL de ${place} no admite más conexiones`,
      next: 'cerrá las que sobran o subí max_connections',
    },
    '57P03': { why: `el PostgreSQL de ${place} está arrancando o cerrándose`, next: 'probá de nuevo' },
    ECONNREFUSED: away,
    ENOENT: away,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
    ETIMEDOUT: { why: `${place} no contesta`, next: away.next },
    EHOSTUNREACH: { why: `no se llega a ${place}`, next: 'revisá la red y la dirección' },
  }
  const other = { why: `no se puede abrir el PostgreSQL de ${place}`, next: 'mirá su registro' }
  return wrong(setting, reasons[errorCode(error)] ?? other, error)
}

/** Why an address cannot be listened on; undefined for other errors. */
export function wrongAddress(
  settings: { port: string; host: string },
  { port, host }: { port: number; host: string },
  error: unknown,
): WrongSetting | undefined {
  const unknown = { why: `no se encuentra la máquina ${host}`, next: 'poné una dirección, como 127.0.0.1' }
  const ofPort: Record<string, Reason> = {
    EADDRINUSE: {
      why: `el puerto ${port} de ${host} ya está en uso`,
      next: `mirá quién lo usa con «ss -ltnp | grep :${port}», o elegí otro con ${settings.port}=${port + 1}`,
    },
    EACCES: {
      why: `la tienda no puede abrir el puerto ${port}`,
      next: `elegí uno desde 1024: ${settings.port}=3000`,
    },
  }
  const ofHost: Record<string, Reason> = {
    EADDRNOTAVAIL: {
      why: `${host} no es una dirección de esta máquina`,
      next: 'elegí una de las que da «ip -brief address»',
    },
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
  }
  const code = errorCode(error)
  if (ofPort[code]) return wrong(settings.port, ofPort[code], error)
  return ofHost[code] && wrong(settings.host, ofHost[code], error)
}

/** Why the data folder, or something in it, cannot be used; undefined for other errors. */
export function wrongFolder(setting: string, folder: string, error: unknown): WrongSetting | undefined {
  if (!isFileError(error)) return undefined
  // The refusing folder may also be a parent.
  if (!isWithin(error.path, folder) && !isWithin(folder, error.path)) return undefined
  switch (error.code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return wrong(setting, { why: `${error.path} no es una carpeta`, next: 'elegí otra' }, error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return wrong(
        setting,
        {
          why: `la tienda no puede escribir en ${error.path}`,
          next: `dásela a su usuario con «chown -R USUARIO ${folder}», o elegí otra`,
        },
        error,
      )
    default:
      return wrong(
        setting,
        { why: `no se puede usar ${error.path}`, next: `mirá «ls -ld ${folder}» y «df -h»` },
        error,
      )
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

interface Reason {
  why: string
  next: string
}

function wrong(setting: string, { why, next }: Reason, error: unknown): WrongSetting {
  const code = errorCode(error)
  const said = code === '' && error instanceof Error ? error.message : code
  return new WrongSetting(`${setting}: ${why} (${said.replaceAll(/\s+/g, ' ')}): ${next}`, { cause: error })
}
