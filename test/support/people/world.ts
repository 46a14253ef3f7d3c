import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from '../../../src/server/auth/auth.ts'
import type { Role } from '../../../src/contract/accounts/roles.ts'
import { PASSWORD } from './accounts.ts'
import type { Client, TestShop } from '../open-shop.ts'
import type { Person } from './people.ts'

/** A shop with the users whose access to each other's things is tested. */
export interface World {
  shop: TestShop
  /** The owner of the orders and claims, whose texts contain `Canaria`. */
  owner: Client
  other: Client
  admin: Client
  /** Users with the other roles. */
  staff: Record<Exclude<Role, 'owner'>, Client>
  /** Signs in a new user with a real password. */
  person(person?: Person): Promise<Client>
  /** Creates another token of this account. */
  token(userId: number, token: { kind: 'access' | 'refresh'; expires: Date }): Promise<string>
}

export async function openWorld(shop: TestShop): Promise<World> {
  const hash = await hashPassword(PASSWORD)
  const person = async (who: Person = {}) => {
    const client = await shop.signIn(who)
    await shop.shop.db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', client.user?.id ?? 0)
      .execute()
    return client
  }
  return {
    shop,
    person,
    owner: await person({ first_name: 'Canaria', last_name: 'Canaria', email: 'canaria@correo.example' }),
    other: await person(),
    admin: await person({ admin: true }),
    staff: {
      sales: await person({ role: 'sales' }),
      stock: await person({ role: 'stock' }),
      read: await person({ role: 'read' }),
    },
    token: (userId, token) => addToken(shop, userId, token),
  }
}

async function addToken(
  shop: TestShop,
  userId: number,
  { kind, expires }: { kind: 'access' | 'refresh'; expires: Date },
): Promise<string> {
  const { db } = shop.shop
  const token = randomBytes(32).toString('base64url')
  const [session_id, later] = [randomUUID(), new Date(Date.now() + 86_400_000)]
  await db
    .insertInto('sessions')
    .values({ id: session_id, user_id: userId, created_at: new Date(), idle_until: later, ends_at: later })
    .execute()
  const hash = createHash('sha256').update(token).digest()
  await db
    .insertInto('session_tokens')
    .values({
      hash,
      session_id,
      kind,
      parent_hash: null,
      issued_at: new Date(0),
      expires_at: expires,
      used_at: null,
    })
    .execute()
  return token
}
