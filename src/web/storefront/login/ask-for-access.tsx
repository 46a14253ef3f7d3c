import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ASK_FOR_ACCESS } from '../../../contract/accounts/account-rules.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'

/** The link to a request for an account; nothing in a shop where only its admins open accounts. */
export function AskForAccess({ className }: { className: string }) {
  const mode = useQuery(shopSettings()).data?.access_mode
  if (!mode || mode === 'closed') return null
  return (
    <Link className={className} to={paths.register()}>
      {ASK_FOR_ACCESS}
    </Link>
  )
}
