import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { listNotices } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from './admin-key.ts'
import { useMay } from './rights.tsx'
import './shell.css'

const REFRESH_MS = 5 * 60_000

/** Operational warnings, on every screen until resolved. Shows nothing on errors. */
export function Notices() {
  const { data = [] } = useQuery({
    queryKey: adminKey('admin-notices'),
    queryFn: ({ signal }) => call(listNotices, { signal }),
    enabled: useMay()('everything'),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
    retry: false,
  })
  if (data.length === 0) return null
  return (
    <section className="admin-notices" aria-label="Avisos de la tienda">
      <ul>
        {data.map(({ kind, text }) => (
          <li key={kind}>
            <TriangleAlert aria-hidden="true" size={20} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
