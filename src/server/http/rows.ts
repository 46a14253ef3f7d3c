import { Readable } from 'node:stream'

/**
 * A text that is sent while it is written, at the pace of its reader. What fails before the first part is refused as usual; after it
 * the connection is cut, so that a download fails instead of ending short.
 */
export async function streamOf(parts: AsyncIterable<string>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return Readable.from(all())
}
