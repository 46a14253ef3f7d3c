import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { buildEarlyScript } from '../../../scripts/early-scripts.ts'

const askEarly = await buildEarlyScript('ask-early.ts')
const ASK = '/api/orders/?page=1'
const RIGHTS = '/api/auth/verify-permissions/'
const SESSION = {
  accessToken: 'a',
  refreshToken: 'r',
  isAdmin: 'true',
  renewAccessAt: String(Date.now() + 60_000),
}
const SELLER = '{"rights":["orders_read"]}'
const PACKER = '{"rights":["packing"]}'

/** What the script asked for, when the server answers with these rights. */
async function askedBy(localStorage: object, { search = '', rights = SELLER } = {}): Promise<string[]> {
  const asked: string[] = []
  const window: Pick<Window, 'asked'> = {}
  runInNewContext(askEarly, {
    document: { currentScript: { dataset: { ask: ASK, needs: 'orders_read' } } },
    window,
    location: { search },
    localStorage,
    fetch: async (url: string, { headers }: { headers: { authorization: string } }) => {
      asked.push(`${headers.authorization} ${url}`)
      return new Response(rights)
    },
  })
  await Promise.all(Object.values(window.asked?.answers ?? {}))
  return asked
}

const stored = (data: string, timestamp = Date.now()) => ({
  ...SESSION,
  permissions: `{"timestamp":${timestamp},"data":${data}}`,
})

it('requests the list with the token of a reader of orders, and unknown or old rights first', async () => {
  expect(await askedBy(stored(SELLER))).toEqual([`Bearer a ${ASK}`])
  expect(await askedBy(stored(SELLER, 1))).toEqual([`Bearer a ${RIGHTS}`, `Bearer a ${ASK}`])
  expect(await askedBy(SESSION)).toEqual([`Bearer a ${RIGHTS}`, `Bearer a ${ASK}`])
})

it('does not ask for the list when the role has no right to it', async () => {
  expect(await askedBy(stored(PACKER))).toEqual([])
  expect(await askedBy(stored(PACKER, 1))).toEqual([`Bearer a ${RIGHTS}`])
  expect(await askedBy(SESSION, { rights: PACKER })).toEqual([`Bearer a ${RIGHTS}`])
})

it.each([
  ['a visitor', {}],
  ['a customer', { ...SESSION, isAdmin: 'false' }],
  ['a token that is due for renewal', { ...SESSION, renewAccessAt: '1' }],
  ['a token of unknown age', { ...SESSION, renewAccessAt: undefined }],
])('asks nothing for %s', async (_, session) => {
  expect(await askedBy(session)).toEqual([])
})

it('leaves a search to the page', async () => {
  expect(await askedBy(SESSION, { search: '?estado=completed' })).toEqual([])
})
