import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stores } from '../../../test/support/pictures/stores.ts'
import type { FileStore } from './store.ts'

/** Facts of all file stores. */
describe.each(stores)('a file store on %s', (kind) => {
  let store: FileStore
  let opened: Awaited<ReturnType<typeof openTestStore>>

  beforeAll(async () => {
    opened = await openTestStore(kind)
    store = opened.store
  }, 30_000)
  afterAll(() => opened.close())

  async function read(key: string): Promise<string | undefined> {
    const file = await store.read(key)
    if (!file) return undefined
    const bytes = await buffer(file.stream)
    expect(bytes).toHaveLength(file.bytes)
    return bytes.toString()
  }

  async function walk(part?: { under?: string; after?: string }): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of store.walk(part)) keys.push(key)
    return keys
  }

  it('is empty at first', async () => {
    expect(await walk()).toEqual([])
  })

  it('returns the written file, and replaces it', async () => {
    await store.write('product/a/320.webp', Buffer.from('one'))
    await store.write('product/a/320.webp', Buffer.from('two!'))
    expect(await read('product/a/320.webp')).toBe('two!')
  })

  it('keeps a megabyte unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 * 1024 }, (_, index) => index * 7))
    await store.write('product/large/1920.webp', bytes)
    const file = await store.read('product/large/1920.webp')
    expect(file && (await buffer(file.stream)).equals(bytes)).toBe(true)
    await store.remove('product/large/1920.webp')
  })

  it('returns undefined for missing files and for folders', async () => {
    expect(await store.read('product/none/320.webp')).toBeUndefined()
    expect(await store.read('product/a')).toBeUndefined()
    await store.write('brand/file', Buffer.from('x'))
    expect(await store.read('brand/file/320.webp')).toBeUndefined()
    await store.remove('brand/file')
    expect(await store.list('brand/')).toEqual([])
  })

  it('lists the files of a folder and removes them, twice without an error', async () => {
    await store.write('brand/b/96.webp', Buffer.from('1'))
    await store.write('brand/b/192.webp', Buffer.from('2'))
    await store.write('brand/bc/192.webp', Buffer.from('3'))
    expect(await store.list('brand/b/')).toEqual(['brand/b/192.webp', 'brand/b/96.webp'])
    await store.remove('brand/b/96.webp')
    await store.remove('brand/b/96.webp')
    await store.remove('brand/b/192.webp')
    expect(await store.list('brand/')).toEqual(['brand/bc/192.webp'])
    await store.remove('brand/bc/192.webp')
    expect(await store.list('brand/')).toEqual([])
  })

  it('walks over all files by the bytes of their keys, with size and time', async () => {
    const keys = [
      'banner/a/1.webp',
      'banner/a/2.avif',
      'banner/a0/1.webp',
      'banner/a_b/1.webp',
      'brand/z/1.webp',
    ]
    for (const key of keys.toReversed()) await store.write(key, Buffer.from(key))
    expect(await walk()).toEqual([...keys, 'product/a/320.webp'])
    expect(await walk({ under: 'banner/' })).toEqual(keys.slice(0, 4))
    expect(await walk({ after: 'banner/a/1.webp' })).toEqual([...keys.slice(1), 'product/a/320.webp'])
    expect(await walk({ under: 'banner/', after: 'banner/a/~' })).toEqual(keys.slice(2, 4))
    expect(await walk({ under: 'banner/', after: 'product/x' })).toEqual([])
    expect(await walk({ under: 'none/' })).toEqual([])
    for await (const file of store.walk({ under: 'banner/a_b/' })) {
      expect(file.bytes).toBe(17)
      expect(Math.abs(file.writtenAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
  })

  it('walks over more than one page', async () => {
    const keys = Array.from({ length: 1_005 }, (_, index) => `blog/many/${index}.webp`).toSorted()
    for (let start = 0; start < keys.length; start += 50) {
      await Promise.all(keys.slice(start, start + 50).map((key) => store.write(key, Buffer.from('x'))))
    }
    expect(await walk({ under: 'blog/' })).toEqual(keys)
    expect(await store.list('blog/many/')).toHaveLength(1_005)
  }, 60_000)

  it.each([
    '../secret',
    '/etc/passwd',
    'a/../../x',
    'a//b',
    '',
    'a\0b',
    '.unfinished/x',
    'a/.b',
    'á',
    'a\\..\\b',
    'a'.repeat(81),
  ])('refuses the key %j', async (key) => {
    await expect(store.read(key)).rejects.toThrow('Not a key')
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('Not a key')
    await expect(store.remove(key)).rejects.toThrow('Not a key')
  })

  it('checks that files can be stored, and leaves nothing behind', async () => {
    const before = await walk()
    await expect(store.check()).resolves.toBeUndefined()
    expect(await walk()).toEqual(before)
  })
})
