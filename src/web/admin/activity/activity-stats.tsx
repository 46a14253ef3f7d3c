import type { UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf } from '../../data/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatNumber } from '../../../contract/place.ts'
import './activity-stats.css'

type Stats = AnswerOf<'getActivityStats'>

const CARDS: { name: keyof Stats; label: string }[] = [
  { name: 'activities_today', label: 'Hoy' },
  { name: 'activities_last_week', label: 'Última semana' },
  { name: 'activities_last_month', label: 'Último mes' },
  { name: 'total_activities', label: 'Total' },
]

/** Loaded numbers stay when a refresh fails. */
export function ActivityStats({ stats: { data, isError, refetch } }: { stats: UseQueryResult<Stats> }) {
  if (isError && !data)
    return (
      <div className="activity-stats-error">
        <ErrorPanel title="Error al cargar las estadísticas" onRetry={() => void refetch()} />
      </div>
    )
  return (
    <dl className="activity-stats">
      {CARDS.map(({ name, label }) => (
        <div key={name} className="activity-stat">
          <dt>{label}</dt>
          <dd>{data ? formatNumber(data[name]) : <Skeleton className="activity-stat-skeleton" />}</dd>
        </div>
      ))}
    </dl>
  )
}
