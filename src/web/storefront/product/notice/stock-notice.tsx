import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import type { Blister } from '../../../../contract/catalog/catalog.ts'
import { presentationName, shortName } from '../../../../contract/catalog/presentations.ts'
import type { ProductType } from '../../../../contract/catalog/product-types.ts'
import { useLoginPath } from '../../../session/login-path.ts'
import { useSession } from '../../../session/session.ts'
import {
  STOP_TELLING,
  stockNotices,
  TELL_ME,
  useNoticeChange,
  WILL_TELL,
} from '../../../shop/notices/stock-notices.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'

interface StockNoticeProps {
  /** Presentations without stock. */
  blisters: Blister[]
  type: ProductType
}

/** Restock notices for accounts; visitors get a link to sign in. */
export function StockNotice(props: StockNoticeProps) {
  const login = useLoginPath()
  if (useSession()) return <Notices {...props} />
  return (
    <p className="product-notice">
      <Link to={login} rel="nofollow">
        Entrá para que te avisemos cuando vuelva
      </Link>
    </p>
  )
}

function Notices({ blisters, type }: StockNoticeProps) {
  const session = useSession()
  const { data = [] } = useQuery(stockNotices(session))
  const change = useNoticeChange(session)
  const asked = new Set(data.map(({ blister_id }) => blister_id))
  const told = blisters.filter(({ id }) => asked.has(id))
  const names = told.map((blister) => presentationName(type, blister)).join(', ')
  return (
    <section className="product-notice" aria-label={TELL_ME}>
      <div className="wrap-2">
        {blisters.map((blister) => (
          <BusyButton
            key={blister.id}
            className="secondary"
            busy={change.busy === blister.id}
            onClick={() => (asked.has(blister.id) ? change.drop(blister.id) : change.ask(blister.id))}
          >
            <Bell aria-hidden="true" size={18} />
            {`${asked.has(blister.id) ? STOP_TELLING : TELL_ME} ${shortName(type, blister)}`.trimEnd()}
          </BusyButton>
        ))}
      </div>
      <div role="alert">{change.failure && <p className="buy-bar-problem">{change.failure}</p>}</div>
      {told.length > 0 && <p>{`${WILL_TELL}${names && `: ${names}`}.`}</p>}
    </section>
  )
}
