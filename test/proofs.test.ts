import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Proof } from '../proofs/support/proof.ts'

const folder = path.resolve('proofs')
const page = readFileSync('docs/proofs.md', 'utf8').replaceAll(String.raw`\|`, '|')
const files = readdirSync(folder).filter((name) => /^[a-z]\d+-.+\.ts$/.test(name))

/** `npm run prove` takes minutes, so a change of the shop must not wait for it to learn that a proof lost its hold. */
describe.each(files)('proofs/%s', async (name) => {
  const { proof } = (await import(path.join(folder, name))) as { proof: Proof }

  it('is called as its file, and has a wrong build that it must notice', () => {
    expect(proof.id.toLowerCase()).toBe(name.split('-', 1)[0])
    expect(proof.broken.length).toBeGreaterThan(0)
    expect(new Set(proof.broken.map((broken) => broken.name)).size).toBe(proof.broken.length)
  })

  it('finds each piece that its wrong builds and it itself replace exactly once', () => {
    const patches = [...(proof.patches ?? []), ...proof.broken.flatMap((broken) => broken.patches ?? [])]
    const lost = patches.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2)
    expect(lost).toEqual([])
  })

  it('stands in docs/proofs.md with its title and all its wrong builds, as they were last tried', () => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${proof.id} | `)) ?? ''
    expect(row).toContain(`| ${proof.title.replaceAll(/\s+/g, ' ')} |`)
    const count = proof.broken.length
    expect(row).toContain(`${count} of ${count}: ${proof.broken.map(({ name }) => name).join(', ')}`)
  })
})
