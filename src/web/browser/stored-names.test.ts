import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { STORED_HERE, type Stored } from '../../contract/legal/stored-here.ts'

const texts = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file))
  .map((file) => readFileSync(join('src/web', file), 'utf8'))

/** The storage names used by such calls: a literal or a constant. */
function namesIn(calls: RegExp): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(calls)].flatMap(([, literal, constant]) => {
      const valueIn = (from: string, how = '') =>
        new RegExp(`${how}const ${constant} = '(\\w+)'`).exec(from)?.[1]
      const value = valueIn(text) ?? valueIn(texts.join('\n'), 'export ')
      // Parameters are resolved at the function's calls.
      return literal ?? value ?? []
    }),
  )
}

const listed = (...places: Stored['where'][]) =>
  STORED_HERE.filter(({ where }) => places.includes(where)).map(({ name }) => name)
const sorted = (names: string[]) => [...new Set(names)].toSorted()

it('lists for /legales/cookies what the code stores in the browser, and nothing else', () => {
  const name = String.raw`\(?\s*(?:'(\w+)'|([A-Z]\w*))`
  const own = namesIn(new RegExp(`browserStorage\\.write(?:Json)?${name}|\\bwrite${name}`, 'g'))
  const session = texts.flatMap((text) => [...text.matchAll(/\bwrite\('(\w+)'/g)].map(([, key = '']) => key))
  const answers = texts.flatMap((text) =>
    [...text.matchAll(/cacheAnswer\('(\w+)'/g)].map(([, key = '']) => key),
  )
  expect(sorted(listed('navegador'))).toEqual(sorted([...own, ...session, ...answers]))
  const tab = namesIn(new RegExp(`tab(?:Storage\\.write(?:Json)?|Draft(?:<.*?>)?|Attempt)${name}`, 'g'))
  const byOthers = ['loaderSeen', 'react-router-scroll-positions']
  expect(sorted(listed('pestaña'))).toEqual(sorted([...tab, ...byOthers]))
  expect(sorted(listed('cookie'))).toEqual(['ageVerified', 'browserKey', 'cart'])
})
