import type { Readable } from 'node:stream'

/** Where pictures are kept. Keys look like `product/puna-violeta/640.webp`. */
export interface FileStore {
  /** Whole or not at all: nobody ever reads half a file. */
  write(key: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  read(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  /** All keys below a folder, e.g. `product/puna-violeta/`. */
  list(prefix: string): Promise<string[]>
  /** The folders in a folder, in order: `product` → `product/puna-violeta`, … */
  folders(folder: string): Promise<string[]>
  /** When a file was written; undefined when there is none. */
  writtenAt(key: string): Promise<Date | undefined>
  remove(key: string): Promise<void>
  /** Throws when nothing can be written, e.g. because the disk is full. */
  check(): Promise<void>
}
