import { buffer } from 'node:stream/consumers'
import { MAIL_PICTURE } from '../../contract/made-pictures.ts'
import { busy } from '../errors.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import type { Shop } from '../shop.ts'
import { DecodeError, decodeApart } from './decoders.ts'

const WITHIN_MS = 15_000
/** A picture that cannot be decoded is not tried again within this time, however many mails show it. */
const NOT_AGAIN_MS = 60 * 60_000
const failedAt = new Map<string, number>()
/** One at a time, as many mails may request pictures at once. */
const making = limitConcurrency(1, { maxWaiting: 60, whenFull: busy })

/** Whether a file in a folder such as `product/puna` is made on the first request. */
export function isMade(folder: string, file: string): boolean {
  return folder.startsWith('product/') && file === MAIL_PICTURE.file
}

/**
 * Creates and stores a variant of a product picture. Does nothing if it exists, if there is no such picture and if
 * it failed lately. Throws UNAVAILABLE when too many wait.
 */
export async function makePicture(
  { files, log, now }: Pick<Shop, 'files' | 'log' | 'now'>,
  folder: string,
  file: string,
): Promise<void> {
  const key = `${folder}/${file}`
  // The distance, as the clock may have been set back.
  const hasFailed = () => Math.abs(now().getTime() - (failedAt.get(key) ?? -Infinity)) < NOT_AGAIN_MS
  if (hasFailed()) return
  const kept = () => files.list(`${folder}/`)
  // Outside the queue: anybody may request pictures that do not exist.
  const widths = byWidth((await kept()).filter((name) => name.endsWith('.webp')))
  const source = widths[0]
  if (source === undefined) return
  await making(async () => {
    try {
      if (hasFailed() || (await kept()).includes(key)) return
      const stored = await files.read(source)
      if (!stored) return
      const [made] = await decodeApart({ kind: 'mail', source: await buffer(stored.stream) }, WITHIN_MS)
      if (made) await files.write(key, made.bytes)
    } catch (error) {
      if (error instanceof DecodeError && error.kind !== 'stopping') failedAt.set(key, now().getTime())
      log.warn({ err: error, key }, 'A picture was not made')
    }
  })
}

/** Keys such as `product/puna/320.webp`, the smallest first. */
function byWidth(keys: string[]): string[] {
  const widthOf = (key: string) => Number.parseInt(key.slice(key.lastIndexOf('/') + 1), 10)
  return keys.toSorted((a, b) => widthOf(a) - widthOf(b))
}
