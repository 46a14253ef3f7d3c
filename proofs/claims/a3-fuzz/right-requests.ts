import * as fc from 'fast-check'
import type { Audience, Endpoint } from '../../../src/contract/endpoint.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { ENDS_SESSION, MATRIX } from '../../../test/support/calls/access-matrix.ts'
import { type Answer, clientAt } from '../../../test/support/calls/client.ts'
import {
  type RightCall,
  rightCall,
  type RightCalls,
  rightCalls,
  send,
} from '../../../test/support/calls/every-call.ts'
import { type Client, openTestShop } from '../../../test/support/open-shop.ts'
import { openWorld, type World } from '../../../test/support/people/world.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'
import type { Place } from '../../../test/support/test-environment.ts'
import { shapeProblem } from './answer-shape.ts'
import { arbitraryOf } from './fuzz.ts'

interface Scene {
  shop: Shop
  server: Server
  failures: Failures
  seed: number
  times: number[]
}

/** As the documentation names it. */
export const documentedName = ({ method, path }: Endpoint) =>
  `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`

/**
 * Makes each call once with all that it needs (passwords, codes, tokens, pictures, the right state), and then `tries` times the
 * same with a field of the body replaced. Returns the calls that did not succeed.
 */
export async function sendRight(
  context: ProofContext,
  place: Place,
  scene: Scene,
  endpoints: Endpoint[],
  tries: number,
): Promise<string[]> {
  const { server, failures } = scene
  const callers = await openCallers(context, place, scene)
  const admin = clientAt(server.url, callers.world.admin.user?.access)
  const refused: string[] = []
  for (const endpoint of endpoints) {
    if (!server.isRunning()) break
    await admin.put('/settings/', SETTINGS)
    const call = documentedName(endpoint)
    const made = await makeRequest(callers, call, false).catch((error: unknown) => {
      failures.add(`no right request of ${call}`, String(error))
    })
    const status = made ? (await ask(scene, endpoint, made)).status : NOT_MADE
    if (status >= 300) refused.push(`${endpoint.method} ${endpoint.path} ${status}`)
    if (!made?.right.body || made.right.body instanceof FormData) continue
    const values = fc.sample(arbitraryOf({}, [1, 2, 3]), { numRuns: tries, seed: scene.seed })
    for (const [n, value] of values.entries()) {
      const other = await makeRequest(callers, call, true)
      const keys = Object.keys(other.right.body ?? {})
      Object.assign(other.right.body ?? {}, { [keys[n % keys.length] ?? 'x']: value })
      await ask(scene, endpoint, other)
    }
  }
  return refused
}

/** The people of the shop, and how they make each call; its state is made in this process. */
async function openCallers(context: ProofContext, place: Place, { shop, server }: Scene): Promise<Callers> {
  const publicUrl = `http://localhost:${server.port}`
  const test = await openTestShop(context, place, { files: shop.files, publicUrl })
  // Instances of one shop share its secret.
  Object.assign(test.shop, { secret: shop.secret })
  const world = await openWorld(test)
  return { world, make: rightCalls(world) }
}

interface Callers {
  world: World
  make: RightCalls
}

interface Made {
  who: Audience
  actor: Client
  right: RightCall
}

/** By a new person where a call may end their session; the things of other customers are those of `world.owner`. */
async function makeRequest({ world, make }: Callers, call: string, isNew: boolean): Promise<Made> {
  const who = audienceFor(call)
  const actor = await actorOf(world, who, isNew || ENDS_SESSION.includes(call))
  const { path, body } = await rightCall(make, call, actor)
  // Some are made once and used by all requests.
  return { who, actor, right: { path, ...(body && { body: body instanceof FormData ? body : { ...body } }) } }
}

async function actorOf(world: World, who: Audience, isNew: boolean): Promise<Client> {
  if (who === 'anonymous') return world.shop.anonymous
  if (isNew) return world.person({ admin: who === 'admin' })
  return who === 'admin' ? world.admin : world.owner
}

/** In the place of a status. */
const NOT_MADE = 999

/** Settings that the calls need. Written once, as changes would reach the server a moment later. */
const SETTINGS = { max_pending_orders: 1_000, sign_in_links: true, passkeys: true }

/** The first kind of caller to whom a right request is answered well. */
function audienceFor(call: string): Audience {
  const [anonymous = 500, owner = 500] = MATRIX[call] ?? []
  if (anonymous < 300) return 'anonymous'
  return owner < 300 ? 'customer' : 'admin'
}

async function ask(
  { server, failures, times }: Scene,
  endpoint: Endpoint,
  { who, actor, right }: Made,
): Promise<Answer> {
  const client = clientAt(server.url, actor.user?.access)
  const began = performance.now()
  const answer = await send(client, documentedName(endpoint), right)
  times.push(performance.now() - began)
  const name = `${endpoint.method} ${endpoint.path}`
  const said = () => `made right, as ${who}: ${JSON.stringify(right.body ?? '').slice(0, 600)}`
  if (answer.status >= 500) failures.add(`a ${answer.status} at ${name}`, `${answer.text} ${said()}`)
  else {
    const problem = shapeProblem(endpoint, who, answer)
    if (problem) failures.add(`another shape at ${name}`, `${problem} ${said()}`)
  }
  return answer
}
