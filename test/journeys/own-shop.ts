import { createAccount } from '../../src/server/users/users.ts'
import { migratedPlace } from '../support/databases/embedded-dump.ts'
import { inScope } from '../support/scope.ts'
import { startServer } from '../support/servers/start-server.ts'
import { withShopOf } from '../support/test-environment.ts'
import { test as shared } from './stories.ts'

export const ADMIN = {
  username: 'admin',
  email: 'admin@surbrote.example',
  password: 'Semilla2026',
  is_staff: true,
  is_superuser: true,
  email_verified: true,
  createdBy: null,
}

/** Journeys in a separate shop without the demo, as they and other journeys would disturb each other. */
export const test = shared.extend<object, { ownShop: string }>({
  ownShop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) =>
      inScope(async (scope) => {
        const place = await migratedPlace(scope)
        await withShopOf(scope, place, (shop) => createAccount(shop, ADMIN))
        await use((await startServer(scope, place)).url)
      }),
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ ownShop }, use) => use(ownShop),
})
