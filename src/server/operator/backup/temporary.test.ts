import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporary, removeTemporaries } from './temporary.ts'

it('removes the folders of killed commands, not that of a running one', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'surbrote-temporary-'))
  try {
    const { pid } = spawnSync('true')
    await mkdir(path.join(dataDir, `.off-machine-${pid}-abc123/copia`), { recursive: true })
    await mkdir(path.join(dataDir, 'media'))
    const running = await makeTemporary(dataDir)
    expect((await readdir(dataDir)).toSorted()).toEqual([path.basename(running), 'media'])
    await removeTemporaries(dataDir)
    expect(await readdir(dataDir)).toContain(path.basename(running))
    // A day later the process number may be another's.
    await utimes(running, 0, 0)
    await removeTemporaries(dataDir)
    expect(await readdir(dataDir)).toEqual(['media'])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
