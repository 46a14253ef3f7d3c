import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { openDiskStore } from './disk-store.ts'

describe('openDiskStore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surbrote-files-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const store = await openDiskStore(join(folder, 'media'))

  async function read(key: string): Promise<string | undefined> {
    const file = await store.read(key)
    if (!file) return undefined
    const bytes = await buffer(file.stream)
    expect(bytes).toHaveLength(file.bytes)
    return bytes.toString()
  }

  it('gives back what was written, replaces it and leaves nothing unfinished', async () => {
    await store.write('product/a/320.webp', Buffer.from('one'))
    await store.write('product/a/320.webp', Buffer.from('two!'))
    expect(await read('product/a/320.webp')).toBe('two!')
    expect(await readdir(join(folder, 'media/.unfinished'))).toEqual([])
  })

  it('knows nothing of what is missing, and of folders', async () => {
    expect(await store.read('product/none/320.webp')).toBeUndefined()
    expect(await store.read('product/a')).toBeUndefined()
    await store.write('brand/file', Buffer.from('x'))
    expect(await store.read('brand/file/320.webp')).toBeUndefined()
    await store.remove('brand/file')
    expect(await store.list('brand/')).toEqual([])
  })

  it('lists what is below a folder and removes it', async () => {
    await store.write('brand/b/96.webp', Buffer.from('1'))
    await store.write('brand/b/192.webp', Buffer.from('2'))
    expect(await store.list('brand/b/')).toEqual(['brand/b/192.webp', 'brand/b/96.webp'])
    await store.remove('brand/b/96.webp')
    await store.remove('brand/b/96.webp')
    await store.remove('brand/b/192.webp')
    expect(await store.list('brand/')).toEqual([])
    expect(await readdir(join(folder, 'media/brand'))).toEqual([])
  })

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
    await writeFile(join(folder, 'secret'), 'secret')
    await expect(store.read(key)).rejects.toThrow('Not a key')
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('Not a key')
    await expect(store.remove(key)).rejects.toThrow('Not a key')
  })

  it('checks that something can be written', async () => {
    await expect(store.check()).resolves.toBeUndefined()
    expect(await readdir(join(folder, 'media/.unfinished'))).toEqual([])
  })
})
