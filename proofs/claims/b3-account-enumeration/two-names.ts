import { setTimeout as sleep } from 'node:timers/promises'
import { clientAt } from '../../../test/support/calls/client.ts'
import { PASSWORD } from '../../../test/support/people/accounts.ts'
import type { Failures } from '../../support/proof.ts'
import { mailOf } from './questions.ts'

const WRONG = 'otra-clave-1'
/** The first delay, and a bit. */
const FIRST_DELAY_MS = 1_050

/**
 * Six failures by the username and then by the e-mail; then the owner of the account signs in, while a stranger looks at
 * the delay. An account is treated as a name and an address that nobody has. The limits of `url` are on.
 */
export async function askByBothNames(url: string, owned: string, failures: Failures): Promise<void> {
  const client = clientAt(url)
  const login = async (name: string, password = WRONG) => {
    const { status, headers } = await client.post('/auth/login/', { username_or_email: name, password })
    return `${status} ${headers.get('retry-after') ?? ''}`.trim()
  }
  const seen: Record<string, string[]> = { [owned]: [], nadie_de_dos: [] }
  for (const [name, statuses] of Object.entries(seen))
    for (const typed of [...Array<string>(6).fill(name), mailOf(name)]) statuses.push(await login(typed))
  failures.expect('username and e-mail belong together', seen[owned], seen['nadie_de_dos'])

  await sleep(FIRST_DELAY_MS)
  const entered = await login(owned, PASSWORD)
  if (entered !== '200') failures.add('the owner cannot sign in', entered)
  const after: Record<string, string[]> = { [owned]: [], nadie_de_dos: [] }
  for (const [name, statuses] of Object.entries(after))
    for (let again = 0; again < 2; again++) statuses.push(await login(name))
  failures.expect('the end of a delay tells that the owner signed in', after[owned], after['nadie_de_dos'])
}
