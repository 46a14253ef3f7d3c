import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileForm } from '../../contract/endpoint.ts'
import { DomainError, invalid } from '../errors.ts'
import { readOn } from '../http/linger.ts'
import type { Shop } from '../shop.ts'

/** A file of a form, kept on the disk until the request is answered. */
export interface ReceivedFile {
  /** Under which name it was sent. */
  field: string
  path: string
  bytes: number
  /** So that the same form sent again can be known. */
  sha256: string
}

export interface ReceivedForm {
  fields: Record<string, unknown>
  files: ReceivedFile[]
  discard(): Promise<void>
}

const TEXTS = 30
/** The longest text there is, of 5,000 characters, in the worst of its spellings. */
const TEXT_BYTES = 20_000
/** What is around the files: texts, names, boundaries. */
const AROUND_BYTES = 200_000
/** Files being received and decoded at the same time, in all: on the disk at most a gigabyte. */
const MAX_FORMS = 70
const HOUR = 60 * 60_000

let receiving = 0

/**
 * Reads a form as it comes: texts into memory, files onto the disk, cut where they grow too large. Throws `VALIDATION`
 * for what is no such form, `TOO_LARGE`, and `UNAVAILABLE` when the disk is full or too many are sent at once.
 */
export async function receiveForm(
  shop: Shop,
  form: FileForm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ReceivedForm> {
  const files: ReceivedFile[] = []
  let counted = true
  receiving += 1
  const discard = async () => {
    if (counted) receiving -= 1
    counted = false
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
  }
  try {
    if (receiving > MAX_FORMS) throw tooManyForms()
    const most = form.maxFiles * form.maxFileBytes + AROUND_BYTES
    if (Number(request.headers['content-length'] ?? 0) > most) throw fileTooLarge(form.maxFileBytes)
    return { fields: await readParts(shop, form, request, files), files, discard }
  } catch (error) {
    // At once: removing what came takes its time, and so long nothing more would be read.
    readOn(request, reply)
    await discard()
    throw asRefusal(error)
  }
}

async function readParts(
  shop: Shop,
  form: FileForm,
  request: FastifyRequest,
  files: ReceivedFile[],
): Promise<Record<string, unknown>> {
  const folder = incomingFolder(shop)
  await mkdir(folder, { recursive: true })
  const fields = new Map<string, unknown>()
  const limits = {
    fields: TEXTS,
    fieldSize: TEXT_BYTES,
    fieldNameSize: 100,
    headerPairs: 20,
    // One more than allowed, to be refused in our own words.
    files: form.maxFiles + 1,
    fileSize: form.maxFileBytes + 1,
    parts: TEXTS + form.maxFiles + 1,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') addText(fields, part)
    else if (part.filename === '') await emptied(part)
    else {
      admitFile(form, part, files)
      const file: ReceivedFile = {
        field: part.fieldname,
        path: path.join(folder, randomUUID()),
        bytes: 0,
        sha256: '',
      }
      files.push(file)
      // Else the parser reads on, as fast as it comes, what it only throws away.
      part.file.once('limit', () => request.raw.unpipe())
      await keep(part, file, form.maxFileBytes)
    }
  }
  return Object.fromEntries(fields)
}

function addText(fields: Map<string, unknown>, part: MultipartValue): void {
  if (part.valueTruncated || part.fieldnameTruncated)
    throw new DomainError('TOO_LARGE', 'El texto es demasiado largo')
  if (fields.has(part.fieldname)) throw invalid({ [part.fieldname]: ['El campo está repetido'] })
  fields.set(part.fieldname, part.value)
}

/** What a browser sends of an input in which nothing was chosen. */
async function emptied(part: MultipartFile): Promise<void> {
  for await (const chunk of part.file)
    if ((chunk as Buffer).length > 0) throw new DomainError('VALIDATION', UNREADABLE)
}

function admitFile(form: FileForm, part: MultipartFile, files: ReceivedFile[]): void {
  const [first = 'file'] = form.files
  if (!form.files.includes(part.fieldname))
    throw invalid({ [first]: [`Se espera la imagen en el campo «${first}»`] })
  if (files.length >= form.maxFiles) {
    throw invalid({
      [first]: [
        form.maxFiles === 1 ? 'Se espera una sola imagen' : `Se aceptan hasta ${form.maxFiles} fotos`,
      ],
    })
  }
}

async function keep(part: MultipartFile, file: ReceivedFile, most: number): Promise<void> {
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _, next: TransformCallback) {
      file.bytes += chunk.length
      hash.update(chunk)
      next(file.bytes > most ? fileTooLarge(most) : null, chunk)
    },
  })
  await pipeline(part.file, measure, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }))
  file.sha256 = hash.digest('hex')
}

const UNREADABLE = 'El formulario no se puede leer'

function asRefusal(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error
  const code = String(Reflect.get(error, 'code'))
  if (['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'].includes(code)) {
    return new DomainError(
      'UNAVAILABLE',
      'No hay espacio para recibir archivos. Intentar de nuevo más tarde.',
    )
  }
  // Of the disk, and of nobody's making: the caller of the API can do nothing about it.
  if ('syscall' in error && 'path' in error) return error
  // Those of Fastify have their text; what is left is what the parser says of a broken form.
  return code.startsWith('FST_') ? error : new DomainError('VALIDATION', UNREADABLE)
}

export function fileTooLarge(most: number): DomainError {
  return new DomainError('TOO_LARGE', `La imagen no debe superar los ${most / 1024 / 1024}MB`)
}

function tooManyForms(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'Se están subiendo muchas imágenes. Intentar de nuevo en unos segundos.',
    {
      retryAfterSeconds: 5,
    },
  )
}

function incomingFolder(shop: Shop): string {
  return path.join(shop.config.dataDir, 'incoming')
}

/** What a crash left. Not what is new: it, or another instance, is being received at this moment. */
export async function removeOldForms(shop: Shop): Promise<void> {
  const folder = incomingFolder(shop)
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < shop.now().getTime() - HOUR) await rm(path.join(folder, name), { force: true })
  }
}
