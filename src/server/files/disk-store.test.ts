import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDiskStore } from './disk-store.ts'

/** Facts of the disk store alone; the rest is in `file-store.test.ts`. */
describe('openDiskStore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surbrote-files-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const store = await openDiskStore(join(folder, 'media'))
  const unfinished = join(folder, 'media/.unfinished')

  it('leaves no unfinished files', async () => {
    await store.write('product/a/320.webp', Buffer.from('one'))
    await store.write('product/a/320.webp', Buffer.from('two!'))
    await store.check()
    expect(await readdir(unfinished)).toEqual([])
  })

  it('removes a folder with its last file', async () => {
    await store.write('brand/b/96.webp', Buffer.from('1'))
    await store.remove('brand/b/96.webp')
    expect(await readdir(join(folder, 'media/brand'))).toEqual([])
  })

  it('walks in the order of S3, by the bytes of the whole key', async () => {
    // `s3rver` has another order here than the servers it stands for.
    const keys = ['blog/a-b/1.webp', 'blog/a/1.webp', 'blog/a0/1.webp']
    for (const key of keys) await store.write(key, Buffer.from('x'))
    const walked: string[] = []
    for await (const { key } of store.walk({ under: 'blog/' })) walked.push(key)
    expect(walked).toEqual(keys)
    for (const key of keys) await store.remove(key)
  })

  it('skips files that are not its own', async () => {
    await writeFile(join(folder, 'media/.DS_Store'), 'x')
    await writeFile(join(folder, 'media/product/a/nota de Ana.txt'), 'x')
    const keys: string[] = []
    for await (const { key } of store.walk()) keys.push(key)
    expect(keys).toEqual(['product/a/320.webp'])
  })

  it('removes unfinished files of a crash when it is opened again', async () => {
    for (const [name, hoursAgo] of [
      ['old', 2],
      ['new', 0],
    ] as const) {
      await writeFile(join(unfinished, name), 'x')
      const at = new Date(Date.now() - hoursAgo * 3_600_000)
      await utimes(join(unfinished, name), at, at)
    }
    await openDiskStore(join(folder, 'media'))
    expect(await readdir(unfinished)).toEqual(['new'])
  })
})
