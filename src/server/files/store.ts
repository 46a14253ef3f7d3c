import type { Readable } from 'node:stream'
import { DomainError } from '../errors.ts'

/** A file in a list. */
export interface StoredFile {
  key: string
  bytes: number
  writtenAt: Date
}

/** Where pictures are stored: a folder or a bucket. Keys look like `product/puna-violeta/640.webp`. */
export interface FileStore {
  /** Atomic: a reader never gets half a file. */
  write(key: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  read(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  /** All keys below a folder, e.g. `product/puna-violeta/`. */
  list(prefix: string): Promise<string[]>
  /**
   * Every file, or those below a folder such as `product/`, after a key, in the order of their keys (by bytes). Files that
   * are added or removed meanwhile may be listed or not.
   */
  walk(part?: { under?: string; after?: string }): AsyncIterable<StoredFile>
  remove(key: string): Promise<void>
  /** Throws when nothing can be stored now, e.g. because the disk is full or the bucket does not respond. */
  check(): Promise<void>
  /** True for storage shared by all instances, whose failure is not the failure of one instance. */
  isShared: boolean
}

export function noSpace(): DomainError {
  return new DomainError('UNAVAILABLE', 'No hay espacio para guardar archivos. Probá de nuevo más tarde.')
}
