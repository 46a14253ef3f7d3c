import { readFileSync } from 'node:fs'
import type { Patch } from '../../../proofs/wrong-builds/locate-patches.ts'
import { jpeg } from './photos.ts'

const MARK = 'never ends'

/** For `startServer`: a decoder that loops for ever over pictures of `hangingPicture`, as one with a fault would. */
export const HANGING_DECODER: Patch = {
  find: 'const upright = await decode(bytes)',
  replace: `while (bytes.includes('${MARK}')) {}
    const upright = await decode(bytes)`,
}

export async function hangingPicture(): Promise<Buffer> {
  return Buffer.concat([await jpeg(), Buffer.from(MARK)])
}

/** Process ids of the decoders of a server. Linux only. */
export function decodersOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('decoder.ts'))
    .map(Number)
}
