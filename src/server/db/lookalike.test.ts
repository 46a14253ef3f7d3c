import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { PASSWORD } from '../../../test/support/people/accounts.ts'
import { addAccount } from '../users/users.ts'
import { lookOf, lookOfUsername } from './lookalike.ts'
import { inTransaction } from './transaction.ts'

describe.each(engines)('user names that look alike on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true, username: 'mario_admin' })
  })
  afterAll(() => shop.close())

  const create = (username: string) =>
    admin.post('/auth/admin/create-user/', {
      first_name: 'Ana',
      last_name: 'Paz',
      username,
      email: `${Buffer.from(username).toString('hex')}@correo.example`,
      password: PASSWORD,
      password2: PASSWORD,
      email_verified: true,
    })

  it.each(['mar1o_admin', 'Marlo_Admin', 'rnario_adrnin', 'mari0_admin', 'MARIO_ADM1N'])(
    'refuses %s beside mario_admin',
    async (username) => {
      expect(await create(username)).toMatchObject({
        status: 409,
        body: {
          code: 'DUPLICATE',
          errors: { username: ['Ese usuario se parece demasiado a otro. Elegí uno distinto.'] },
        },
      })
    },
  )

  it('reports the same name as taken, ignoring case', async () => {
    const { body } = await create('MARIO_admin')
    expect(body.errors.username).toEqual(['Ya existe una cuenta con ese nombre de usuario'])
  })

  it('refuses letters of other scripts', async () => {
    // The first letter is Cyrillic.
    const { status, body } = await create('аdmin_mario')
    expect(status).toBe(400)
    expect(body.errors.username).toEqual(['El usuario solo puede tener letras, números y guiones bajos'])
  })

  it('accepts names that differ', async () => {
    for (const username of ['maria_admin', 'mario_admin2', 'mario_admin3'])
      expect((await create(username)).status).toBe(201)
  })

  it('proposes no name for an invitation that looks like another', async () => {
    await shop.signIn({ username: 'sol_rnaria' })
    const invited = await admin.post('/auth/invitations/', { email: 'sol.maria@correo.example' })
    const token = String(invited.body.address).split('#t=')[1]
    const { body } = await shop.anonymous.post('/auth/invitations/read/', { token })
    expect(body.username).toBe('sol_maria2')
  })

  it('compares as the database does, which has an index for it', async () => {
    const names = ['mario', 'MAR1O', 'rnvv0115', 'vvrn_Ii', 'a_b5', 'rrn', 'vvv']
    for (const username of names) await shop.signIn({ username })
    const rows = await shop.shop.db
      .selectFrom('users')
      .select(['username', lookOfUsername.as('look')])
      .execute()
    expect(rows.map(({ look }) => look)).toEqual(rows.map(({ username }) => lookOf(username)))
  })
})

describe('two user names that look alike, in concurrent requests', () => {
  it('create one account', async () => {
    const shop = await openShop('postgres')
    const make = (username: string) =>
      inTransaction(shop.database, (tx) => {
        const account = {
          username,
          email: `${username}@correo.example`,
          verifiedAt: null,
          passwordHash: 'not-set',
          createdBy: null,
        }
        return addAccount(tx, account, shop.clock.now())
      })
    for (let pair = 0; pair < 20; pair += 1) {
      const made = await Promise.allSettled([make(`mar1o_${pair}`), make(`marlo_${pair}`)])
      expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    await shop.close()
  })
})
