import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MAX_FOUND } from '../../../contract/limits.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import {
  type TimelineItem,
  dayHeading,
  timeline,
  activityAddress,
  type ActivityFilter,
  activityList,
  type ActivityPage as Page,
  activityStats,
  allEntries,
  newestActivity,
  NO_FILTER,
  showNewest,
} from './activity-query.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { counted } from '../kit/counted.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useNow } from '../kit/use-now.ts'
import { useListAddress } from '../kit/use-panel-list.ts'
import { ProblemText } from '../kit/problem.tsx'
import type { AnswerOf } from '../../data/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatNumber } from '../../../contract/place.ts'
import type { getActivityStats } from '../../../contract/calls.ts'
import { formatCalendarDay } from '../../shop/dates.ts'
import { ChoiceField } from '../kit/choice-field.tsx'
import { AppliedFilters } from '../kit/applied-filters.tsx'
import { DayField } from '../kit/day-field.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { ACTION_LABEL } from './activity-words.ts'
import './activity-page.css'

const LOAD_FAILED = 'Error al cargar las actividades'
const REFRESH_FAILED = 'Error al actualizar las actividades'
/** Folded sign-ins count as one line. */
const LINES = '.activity-entry, .activity-folded > summary'

export default function ActivityPage() {
  const { filter, go } = useListAddress(activityAddress)
  const stats = useQuery(activityStats())
  const list = useInfiniteQuery(activityList(filter))
  const refetch = async () => {
    const [answer] = await Promise.all([list.refetch(), stats.refetch()])
    return answer
  }
  return (
    <>
      <ListHead title="Panel de Actividad">
        <RefreshButton
          refetch={refetch}
          words={{ done: 'Actividades actualizadas', failed: REFRESH_FAILED }}
        />
      </ListHead>
      <ActivityStats stats={stats} />
      <ActivityFilters filter={filter} onChange={go} />
      <Activities filter={filter} list={list} onClear={() => go(NO_FILTER)} />
    </>
  )
}

interface ActivitiesProps {
  filter: ActivityFilter
  list: UseInfiniteQueryResult<InfiniteData<Page>>
  onClear: () => void
}

function Activities({ filter, list, onClear }: ActivitiesProps) {
  const entries = allEntries(list.data)
  const first = list.data?.pages[0]
  const count = first?.count ?? 0
  return (
    <AsyncList
      state={list}
      count={entries.length}
      countText={countText({ shown: entries.length, count, filter })}
      skeleton={<RowSkeletons list="stack-2" row="activity-skeleton" />}
      empty={
        <>
          {list.data && <News filter={filter} first={first} />}
          <Empty filter={filter} onClear={onClear} />
        </>
      }
      errorText={list.data ? REFRESH_FAILED : LOAD_FAILED}
    >
      {list.data && !list.isPlaceholderData && (
        <News key={JSON.stringify(filter)} filter={filter} first={first} />
      )}
      <Timeline entries={entries} />
      {list.hasNextPage && (
        <MoreButton list={list} lines={LINES}>
          Cargar más
        </MoreButton>
      )}
    </AsyncList>
  )
}

function countText({
  shown,
  count,
  filter,
}: {
  shown: number
  count: number
  filter: ActivityFilter
}): string {
  // Search counts stop at this number.
  const more = filter.search && count >= MAX_FOUND ? ' o más' : ''
  const all = counted(count, 'actividad', 'actividades') + more
  return shown < count ? `Mostrando ${shown} de ${all}` : all
}

interface NewsProps {
  filter: ActivityFilter
  /** The first page, as shown. */
  first: Page | undefined
}

/** New entries wait behind a button, so that nothing moves while somebody reads. */
function News({ filter, first }: NewsProps) {
  const queryClient = useQueryClient()
  const newest = useQuery(newestActivity(filter, first))
  const failedBefore = useRef(false)
  const { isError } = newest
  useEffect(() => {
    if (isError && !failedBefore.current) showToast('error', REFRESH_FAILED)
    failedBefore.current = isError
  }, [isError])
  const shown = first?.results[0]?.id ?? 0
  const fresh = newest.data?.results.filter(({ id }) => id > shown).length ?? 0
  const show = () => {
    if (!newest.data) return
    showNewest(queryClient, filter, newest.data)
    // The pressed button is gone, so the newest entry takes the focus.
    setTimeout(focusNewest)
  }
  return (
    <>
      {isError && (
        <p className="activity-refresh-failed">
          <ProblemText text={REFRESH_FAILED} reason="Se intenta otra vez en 30 s." />
        </p>
      )}
      <output className="activity-news">
        {fresh > 0 && (
          <button type="button" className="button primary" onClick={show}>
            {newsText(fresh, newest.data?.results.length ?? 0)}
          </button>
        )}
      </output>
    </>
  )
}

/** A folded entry cannot take the focus: its summary does. */
function focusNewest(): void {
  const lines = document.querySelectorAll<HTMLElement>(LINES)
  for (const line of lines) {
    if (!line.checkVisibility()) continue
    line.focus()
    return
  }
}

function newsText(fresh: number, loaded: number): string {
  if (fresh === loaded && fresh > 1) return `${fresh} o más nuevas`
  return fresh === 1 ? '1 nueva' : `${fresh} nuevas`
}

function Timeline({ entries }: { entries: ReturnType<typeof allEntries> }) {
  const now = useNow()
  return timeline(entries).map(({ day, items }) => (
    <section key={day} className="activity-day" aria-labelledby={`dia-${day}`}>
      <h2 id={`dia-${day}`}>{dayHeading(day, now)}</h2>
      <ul className="surface">
        {items.map((item) => (
          <Item key={item.kind === 'entry' ? item.entry.id : `f${item.entries[0]?.id}`} item={item} />
        ))}
      </ul>
    </section>
  ))
}

function Item({ item }: { item: TimelineItem }) {
  if (item.kind === 'entry') return <ActivityEntry entry={item.entry} />
  return (
    <li>
      <details className="activity-folded">
        <summary>{`${item.entries.length} inicios de sesión seguidos`}</summary>
        <ul>
          {item.entries.map((entry) => (
            <ActivityEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function Empty({ filter, onClear }: { filter: ActivityFilter; onClear: () => void }) {
  return (
    <EmptyState title="No se encontraron actividades">
      {(filter.search || filter.action || filter.date_from) && (
        <button type="button" className="button secondary" onClick={onClear}>
          Limpiar filtros
        </button>
      )}
    </EmptyState>
  )
}

type Stats = AnswerOf<typeof getActivityStats>

const CARDS: { name: keyof Stats; label: string }[] = [
  { name: 'activities_today', label: 'Hoy' },
  { name: 'activities_last_week', label: 'Última semana' },
  { name: 'activities_last_month', label: 'Último mes' },
  { name: 'total_activities', label: 'Total' },
]

/** Loaded numbers stay when a refresh fails. */
function ActivityStats({ stats: { data, isError, refetch } }: { stats: UseQueryResult<Stats> }) {
  if (isError && !data)
    return (
      <div className="activity-stats-error">
        <ErrorPanel title="Error al cargar las estadísticas" onRetry={() => void refetch()} />
      </div>
    )
  return (
    <dl className="activity-stats stack-3">
      {CARDS.map(({ name, label }) => (
        <div key={name} className="surface activity-stat">
          <dt>{label}</dt>
          <dd>{data ? formatNumber(data[name]) : <Skeleton className="activity-stat-skeleton" />}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ActivityFiltersProps {
  filter: ActivityFilter
  onChange: (change: Partial<ActivityFilter>) => void
}

function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const { search, action, date_from } = filter
  /** Through the address, so that only valid values are kept. */
  const set = (name: 'action' | 'date_from', value: string) =>
    onChange({ [name]: activityAddress.read(new URLSearchParams({ [name]: value }))[name] })
  const applied = [
    ...(action ? [{ name: 'action' as const, label: `Acción: ${ACTION_LABEL[action]}` }] : []),
    ...(date_from ? [{ name: 'date_from' as const, label: `Desde: ${formatCalendarDay(date_from)}` }] : []),
  ]
  return (
    <div className="admin-filters stack-3">
      <div className="admin-filters-row activity-filters wrap-2">
        <SearchField
          label="Buscar actividades por descripción o usuario"
          placeholder="Descripción o usuario"
          value={search}
          onSearch={(words) => onChange({ search: words })}
        />
        <ChoiceField
          label="Acción"
          value={action ?? ''}
          onChange={(event) => set('action', event.target.value)}
          names={ACTION_LABEL}
        >
          <option value="">Todas</option>
        </ChoiceField>
        <DayField label="Desde" value={date_from} onDay={(day) => set('date_from', day)} />
      </div>
      <AppliedFilters
        applied={applied}
        removeText="Quitar"
        onRemove={(name) => onChange({ [name]: NO_FILTER[name] })}
      />
    </div>
  )
}
