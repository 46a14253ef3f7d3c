import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { OperatorError } from '../operator-error.ts'

/**
 * A backup is a folder:
 *
 *     SHA256SUMS                 of every other file, as `sha256sum -c` reads it; written last
 *     manifest.json              what is in it, see `Manifest`
 *     tables/orders.jsonl.gz     a line with the names of the columns, then a line for each row
 *     files/product/…/640.webp   the pictures, as they are
 *
 * Why: docs/decisions/0013-backups.md
 */
export const SUMS = 'SHA256SUMS'
export const MANIFEST = 'manifest.json'
/** Owner-only permissions, as a backup holds personal data. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

export const Manifest = z.strictObject({
  format: z.literal('surbrote-backup/1'),
  /** Version of the shop that wrote it. */
  shop: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** The moment of the rows. */
  taken_at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/),
      rows: z.int().min(0),
      sequence: z
        .strictObject({ lastValue: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() })
        .nullable(),
    }),
  ),
  /** Tables excluded on purpose. */
  left_out: z.array(z.string()),
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0) }),
})
export type Manifest = z.output<typeof Manifest>

export function tableFile(name: string): string {
  return `tables/${name}.jsonl.gz`
}

export function pictureFile(key: string): string {
  return `files/${key}`
}

/** SHA-256 by path. Throws for a line of any other form. */
export async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(folder, SUMS), 'utf8').catch(() => {
    throw new OperatorError(
      existsSync(folder) ? `${folder} no es una copia completa: no tiene ${SUMS}.` : `No existe ${folder}.`,
    )
  })
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new OperatorError(`${SUMS} está cortado.`)
  const sums = new Map<string, string>()
  for (const line of lines) {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}([A-Za-z0-9_./-]+)$/.exec(line) ?? []
    if (sha256 === undefined || name === undefined || sums.has(name))
      throw new OperatorError(`${SUMS} está dañado: ${JSON.stringify(line.slice(0, 120))}.`)
    sums.set(name, sha256)
  }
  return sums
}

/** Reads and checks every byte: throws for a file that is changed, missing, or not listed. */
export async function verifyFolder(
  folder: string,
): Promise<{ manifest: Manifest; sums: Map<string, string> }> {
  const sums = await readSums(folder)
  for (const name of await listFiles(folder)) {
    if (name !== SUMS && !sums.has(name)) throw new OperatorError(`En la copia sobra un archivo: ${name}.`)
  }
  for (const [name, sha256] of sums) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path.join(folder, name)), hash).catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(
        `La copia está incompleta: no se puede leer ${name} (${error.code ?? error.message}).`,
      )
    })
    if (hash.digest('hex') !== sha256)
      throw new OperatorError(`La copia está dañada: ${name} no es lo que era.`)
  }
  return { manifest: await readManifest(folder, sums), sums }
}

async function readManifest(folder: string, sums: Map<string, string>): Promise<Manifest> {
  if (!sums.has(MANIFEST)) throw new OperatorError(`La copia no tiene ${MANIFEST}.`)
  const content: unknown = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'))
  const manifest = Manifest.safeParse(content)
  if (!manifest.success)
    throw new OperatorError(
      `La copia es de otro formato: falta o no vale ${manifest.error.issues[0]?.path.join('.') ?? ''}.`,
    )
  const pictures = [...sums.keys()].filter((name) => name.startsWith(pictureFile('')))
  const missing = manifest.data.tables.find(({ name }) => !sums.has(tableFile(name)))
  if (missing || pictures.length !== manifest.data.files.count)
    throw new OperatorError('La copia no tiene todo lo que dice su manifiesto.')
  return manifest.data
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** Passes chunks on and adds them to a hash. */
export async function* hashing(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
