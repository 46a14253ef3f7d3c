import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Takes a moment to close, like a database. */
const SERVER = `
  import { answer } from './room/answer.ts'
  process.on('SIGINT', () => setTimeout(() => { console.log('closed'); process.exit(0) }, 200))
  setInterval(() => {}, 1_000)
  console.log('began with ' + answer)
`
const RELOAD = path.resolve('scripts/run-and-reload.mjs')

/** `npm run dev` for the server, with a small program in its place. */
describe('runAndReload', () => {
  let folder: string
  let supervisor: ChildProcess
  let output: string

  const answer = (text: string) => `export const answer = ${text}\n`
  const file = (name: string) => path.join(folder, name)
  const said = () => output.match(/^(?:began with \w+|closed)$/gm) ?? []

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'surbrote-reload-'))
    await mkdir(file('room'))
    await writeFile(file('main.ts'), SERVER)
    await writeFile(file('room/answer.ts'), answer('1'))
    const script = `import { runAndReload } from ${JSON.stringify(RELOAD)}
      runAndReload(process.execPath, process.env, ${JSON.stringify(file('main.ts'))}, [], [${JSON.stringify(folder)}])`
    supervisor = spawn(process.execPath, ['--input-type=module', '-e', script])
    output = ''
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream?.on('data', (text) => (output += String(text)))
    await expect.poll(said).toEqual(['began with 1'])
  })
  afterEach(async () => {
    supervisor.kill('SIGINT')
    if (supervisor.exitCode === null) await once(supervisor, 'exit')
    await rm(folder, { recursive: true, force: true })
  })

  it('starts the next run when the last one has ended, however the file was saved', async () => {
    await writeFile(file('room/answer.ts'), answer('2'))
    await expect.poll(said).toEqual(['began with 1', 'closed', 'began with 2'])
    await writeFile(file('room/saving'), answer('3'))
    await rename(file('room/saving'), file('room/answer.ts'))
    await expect.poll(said).toHaveLength(5)
    await writeFile(file('room/answer.ts'), answer('4'))
    await expect.poll(said).toHaveLength(7)
    expect(said().slice(3)).toEqual(['closed', 'began with 3', 'closed', 'began with 4'])
  })

  it('shows a syntax error and recovers with the next save, also in a new folder', async () => {
    await writeFile(file('room/answer.ts'), answer(''))
    await expect.poll(() => output).toContain('SyntaxError')
    await expect.poll(() => output).toContain('se espera el próximo cambio')
    await mkdir(file('new'))
    await writeFile(file('new/five.ts'), answer('5'))
    await writeFile(file('room/answer.ts'), `export { answer } from '../new/five.ts'\n`)
    await expect.poll(() => said().at(-1)).toBe('began with 5')
    await writeFile(file('new/five.ts'), answer('6'))
    await expect.poll(() => said().at(-1)).toBe('began with 6')
  })

  it('ends with the server at Ctrl-C', async () => {
    supervisor.kill('SIGINT')
    expect(await once(supervisor, 'exit')).toEqual([0, null])
    expect(said()).toEqual(['began with 1', 'closed'])
  })
})
