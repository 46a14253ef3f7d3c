import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/** Bytes. V8 takes 600 MB for some seconds to optimize PostgreSQL's interpreter of expressions: decision 0049. */
const ENOUGH = 1.2 * 1024 ** 3

/** From now on V8 optimizes no WebAssembly in this process: queries are slower, and its memory has no peak. */
export function optimizeNoQueries(): void {
  // One flag implies the other at the start of the process only.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Whether a machine, or the limit of this process on it (0: none), has room to optimize. Bytes. */
export function canOptimize(machine = totalmem(), limit = process.constrainedMemory()): boolean {
  return Math.min(machine, limit || machine) >= ENOUGH
}
