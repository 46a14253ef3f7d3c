import type { Config } from '../../config.ts'
import { DataDirInUse } from '../../db/data-lock.ts'
import { openShop } from '../../start/open-shop.ts'
import type { Shop } from '../../shop.ts'
import { askRunningShop } from './operator-socket.ts'
import { type Answers, type Asked, VERBS, type Verb } from './verbs.ts'

/**
 * Runs a verb on the shop of these settings, or has the running shop do it if that has the embedded database open.
 * Throws `OperatorError`, and `DomainError` for a refusal of the shop.
 */
export async function onShop<Name extends Verb>(
  { config, root }: { config: Config; root: string },
  asked: Asked<Name>,
): Promise<Answers[Name]> {
  let shop: Shop
  try {
    shop = await openShop(config, root)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    const { answer, release } = await askRunningShop<Name>(config.dataDir, asked)
    release()
    return answer
  }
  try {
    return await VERBS[asked.ask](shop, asked)
  } finally {
    await shop.database.close()
  }
}
