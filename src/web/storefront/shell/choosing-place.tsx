import { later } from '../../browser/later.tsx'
import { useStore } from '../../browser/store.ts'
import { useSession } from '../../session/session.ts'
import { compared, NO_IDS } from '../product-card/chosen.ts'

const Choosing = later(async () => (await import('../choose/choosing.tsx')).Choosing)

/** The favourites of an account, and the bar of what is compared; nothing of it is loaded without either. */
export function ChoosingPlace() {
  const session = useSession()
  const ids = useStore(compared, NO_IDS)
  return <Choosing props={session || ids[0] ? { session, ids } : undefined} />
}
