import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const lists = files.filter((file) => basename(file) === 'calls.ts')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'

async function exportsOf(some: string[]): Promise<[folder: string, name: string, value: unknown][]> {
  const loaded = await Promise.all(
    some.map(async (file) => {
      const module: object = await import(join(import.meta.dirname, file))
      return Object.entries(module).map(([name, value]): [string, string, unknown] => [
        dirname(file),
        name,
        value,
      ])
    }),
  )
  return loaded.flat()
}

it('calls.ts of a room names its endpoints, and no other', async () => {
  const declared = (await exportsOf(files)).flatMap(([folder, name, value]) =>
    isEndpoint(value) ? [`${folder} ${name} ${value.method} ${value.path}`] : [],
  )
  const named = (await exportsOf(lists)).map((parts) => parts.join(' '))
  expect(declared.length).toBeGreaterThan(150)
  expect(named.toSorted()).toEqual(declared.toSorted())
})

it('calls.ts gives each name the type of the endpoint with this name', () => {
  const constants = lists.flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^export const (\w+)(.*)/gm),
  ])
  expect(constants.length).toBeGreaterThan(150)
  for (const [, name = '', type] of constants)
    expect(type).toMatch(new RegExp(`^: Call<typeof \\w+, '${name}'>`))
})
