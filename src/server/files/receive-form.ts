import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileForm } from '../../contract/endpoint.ts'
import { errorCode } from '../error-code.ts'
import { DomainError, invalid } from '../errors.ts'
import { drainRequest } from '../limits/drain-request.ts'
import { countForm, type Sender } from '../limits/forms-in-flight.ts'
import type { Shop } from '../shop.ts'
import { prepareDecoder } from './decoders.ts'
import { removeLeftovers } from './leftovers.ts'

/** An uploaded file, on disk until the request is answered. */
export interface ReceivedFile {
  /** Its field name in the form. */
  field: string
  path: string
  bytes: number
  /** Identifies a repeated form. */
  sha256: string
}

interface ReceivedForm {
  fields: Record<string, unknown>
  files: ReceivedFile[]
  discard(): Promise<void>
}

const TEXTS = 30
/** The longest text, of 5,000 characters, in its longest encoding. */
const TEXT_BYTES = 20_000
/** Allowance for everything but files: texts, names, boundaries. */
const AROUND_BYTES = 200_000
const HOUR = 60 * 60_000

/**
 * Reads a multipart form as it arrives: texts into memory, files onto disk. Throws VALIDATION for another content
 * type, TOO_LARGE as soon as a file is too large, UNAVAILABLE when the disk is full, and like `countForm`.
 */
export async function receiveForm(
  shop: Shop,
  { form, sender }: { form: FileForm; sender: Sender },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ReceivedForm> {
  const files: ReceivedFile[] = []
  let release: (() => void) | undefined
  const discard = async () => {
    release?.()
    release = undefined
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
  }
  try {
    release = countForm(shop, sender)
    const most = form.maxFiles * form.maxFileBytes + AROUND_BYTES
    if (Number(request.headers['content-length'] ?? 0) > most)
      throw fileTooLarge(form.maxFileBytes, form.fileName)
    return { fields: await readParts(shop, form, request, files), files, discard }
  } catch (error) {
    // First, as the body is not read while files are removed.
    drainRequest(request, reply)
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
  void prepareDecoder()
  const folder = incomingFolder(shop)
  await mkdir(folder, { recursive: true })
  const fields = new Map<string, unknown>()
  const limits = {
    fields: TEXTS,
    fieldSize: TEXT_BYTES,
    fieldNameSize: 100,
    headerPairs: 20,
    // One more than allowed, so that `admitFile` refuses it with its own text.
    files: form.maxFiles + 1,
    fileSize: form.maxFileBytes + 1,
    parts: TEXTS + form.maxFiles + 1,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') addText(fields, part)
    else if (part.filename === '') await expectEmpty(part)
    else {
      admitFile(form, part, files)
      const file: ReceivedFile = {
        field: part.fieldname,
        path: path.join(folder, randomUUID()),
        bytes: 0,
        sha256: '',
      }
      files.push(file)
      // Otherwise the parser would read and discard the rest at full speed.
      part.file.once('limit', () => request.raw.unpipe())
      await save(part, file, form)
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

/** Browsers send an empty file without a name for an unused file input. */
async function expectEmpty(part: MultipartFile): Promise<void> {
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

async function save(
  part: MultipartFile,
  file: ReceivedFile,
  { maxFileBytes, fileName }: FileForm,
): Promise<void> {
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _, next: TransformCallback) {
      file.bytes += chunk.length
      hash.update(chunk)
      next(file.bytes > maxFileBytes ? fileTooLarge(maxFileBytes, fileName) : null, chunk)
    },
  })
  await pipeline(part.file, measure, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }))
  file.sha256 = hash.digest('hex')
}

const UNREADABLE = 'El formulario no se puede leer'

function asRefusal(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error
  const code = errorCode(error)
  if (['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'].includes(code)) {
    return new DomainError('UNAVAILABLE', 'No hay espacio para recibir archivos. Probá de nuevo más tarde.')
  }
  // A disk error is not the client's fault.
  if ('syscall' in error && 'path' in error) return error
  // Errors of Fastify have texts; the rest are parser errors for malformed forms.
  return code.startsWith('FST_') ? error : new DomainError('VALIDATION', UNREADABLE)
}

export function fileTooLarge(most: number, name = 'La imagen'): DomainError {
  return new DomainError('TOO_LARGE', `${name} no debe superar los ${most / 1024 / 1024}MB`)
}

function incomingFolder(shop: Shop): string {
  return path.join(shop.config.dataDir, 'incoming')
}

export function removeOldForms(shop: Shop): Promise<void> {
  return removeLeftovers(incomingFolder(shop), shop.now().getTime() - HOUR)
}
