import { buffer } from 'node:stream/consumers'
import { MAIL_PICTURE } from '../../contract/pictures.ts'
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

/**
 * Creates and stores the mail variant of a product picture. Does nothing if it exists, if there is no such picture and if
 * it failed lately. Throws UNAVAILABLE when too many wait.
 */
export async function makeMailPicture(
  { files, log, now }: Pick<Shop, 'files' | 'log' | 'now'>,
  folder: string,
): Promise<void> {
  const key = `${folder}/${MAIL_PICTURE.file}`
  // The distance, as the clock may have been set back.
  const hasFailed = () => Math.abs(now().getTime() - (failedAt.get(key) ?? -Infinity)) < NOT_AGAIN_MS
  if (hasFailed()) return
  const kept = () => files.list(`${folder}/`)
  // Outside the queue: anybody may request pictures that do not exist.
  const source = smallest((await kept()).filter((name) => name.endsWith('.webp')))
  if (source === undefined) return
  await making(async () => {
    try {
      if (hasFailed() || (await kept()).includes(key)) return
      const file = await files.read(source)
      if (!file) return
      const [made] = await decodeApart({ kind: 'mail', source: await buffer(file.stream) }, WITHIN_MS)
      if (made) await files.write(key, made.bytes)
    } catch (error) {
      if (error instanceof DecodeError && error.kind !== 'stopping') failedAt.set(key, now().getTime())
      log.warn({ err: error, key }, 'A mail shows no picture')
    }
  })
}

/** For keys such as `product/puna/320.webp`. */
function smallest(keys: string[]): string | undefined {
  const widthOf = (key: string) => Number.parseInt(key.slice(key.lastIndexOf('/') + 1), 10)
  return keys.toSorted((a, b) => widthOf(a) - widthOf(b))[0]
}
