import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '../operator-error.ts'
import type { Contents, TableContents } from './contents.ts'
import { type Manifest, pictureFile, tableFile, verifyFolder } from './folder.ts'

const BATCH = 1_000

/** Opens a backup after checking every byte of it. Throws `OperatorError` for one that is damaged or incomplete. */
export async function openBackup(folder: string): Promise<{ manifest: Manifest; contents: Contents }> {
  const place = path.resolve(folder)
  const { manifest, sums } = await verifyFolder(place)
  const tables: TableContents[] = []
  for (const { name, sequence } of manifest.tables) {
    const file = path.join(place, tableFile(name))
    tables.push({ name, sequence, columns: await readColumns(file), rows: () => rowsOf(file) })
  }
  async function* files() {
    for (const name of sums.keys()) {
      if (!name.startsWith(pictureFile(''))) continue
      yield { key: name.slice(pictureFile('').length), read: () => readFile(path.join(place, name)) }
    }
  }
  const contents = {
    takenAt: manifest.taken_at,
    migrations: manifest.migrations,
    leftOut: manifest.left_out,
    tables,
    files,
  }
  return { manifest, contents }
}

async function readColumns(file: string): Promise<string[]> {
  for await (const line of linesOf(file)) {
    const columns: unknown = JSON.parse(line)
    if (Array.isArray(columns) && columns.every((name) => typeof name === 'string')) return columns
    break
  }
  throw new OperatorError(`${path.basename(file)} no empieza con los nombres de sus columnas.`)
}

async function* rowsOf(file: string): AsyncGenerator<string[]> {
  let batch: string[] = []
  let isHeader = true
  for await (const line of linesOf(file)) {
    if (!isHeader) batch.push(line)
    isHeader = false
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Splits at line feeds only: `readline` also splits at characters that JSON does not escape. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  const gunzip = createGunzip()
  // An error of the file becomes an error of the text, and ending the loop early closes the file.
  pipeline(createReadStream(file), gunzip, () => {})
  const text = gunzip.setEncoding('utf8') as AsyncIterable<string>
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new OperatorError(`${path.basename(file)} está cortado.`)
}
