import type { Readable } from 'node:stream'
import { DomainError } from '../errors.ts'

/** A file as a list shows it. */
export interface StoredFile {
  key: string
  bytes: number
  writtenAt: Date
}

/** Where pictures are kept: a folder or a bucket. Keys look like `product/puna-violeta/640.webp`. */
export interface FileStore {
  /** Whole or not at all: nobody ever reads half a file. */
  write(key: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  read(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  /** All keys below a folder, e.g. `product/puna-violeta/`. */
  list(prefix: string): Promise<string[]>
  /**
   * Every file, or those below a folder such as `product/`, in the order of their keys (by bytes), after a key. As they
   * are found: a file that comes or goes meanwhile may be missed or listed.
   */
  walk(part?: { under?: string; after?: string }): AsyncIterable<StoredFile>
  remove(key: string): Promise<void>
  /** Throws when nothing can be kept now, e.g. because the disk is full or the bucket does not answer. */
  check(): Promise<void>
  /** Not on this machine but on a storage that all instances share: its trouble is not the trouble of one of them. */
  isElsewhere: boolean
}

export function noSpace(): DomainError {
  return new DomainError('UNAVAILABLE', 'No hay espacio para guardar archivos. Intentar de nuevo más tarde.')
}
