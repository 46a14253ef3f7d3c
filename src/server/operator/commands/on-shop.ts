import type { Config } from '../../config.ts'
import { openShop } from '../../start/open-shop.ts'
import type { Shop } from '../../shop.ts'
import { openOrAsk } from './operator-socket.ts'
import { withRights } from './with-rights.ts'
import { type Answers, type Asked, VERBS, type Verb } from './verbs.ts'

/**
 * Runs a verb on the shop of these settings, or has the running shop do it if that has the embedded database open.
 * Throws `OperatorError`, and `DomainError` for a refusal of the shop.
 */
export async function onShop<Name extends Verb>(
  { config, root }: { config: Config; root: string },
  asked: Asked<Name>,
): Promise<Answers[Name]> {
  const reached = await openOrAsk<Shop, Name>(config.dataDir, () => openShop(config, root), asked)
  if ('answer' in reached) {
    reached.release()
    return reached.answer
  }
  const { opened: shop } = reached
  try {
    return await withRights(shop.database, undefined, () => VERBS[asked.ask](shop, asked))
  } finally {
    await shop.database.close()
  }
}
