import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Activity, ActivityAction } from '../../../contract/activity.ts'
import { getActivityStats, listActivity } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { day, listAddress, oneOf, words } from '../kit/list-address.ts'
import { adminKey } from '../shell/admin-key.ts'
import { ACTION_LABEL } from './activity-words.ts'
import { dayOf, formatCalendarDay } from '../../shop/dates.ts'

export interface ActivityFilter {
  search: string
  action: ActivityAction | undefined
  /** A day of Buenos Aires, `2026-11-20`. */
  date_from: string
}

export const activityAddress = listAddress<ActivityFilter>({
  search: words,
  action: oneOf(Object.keys(ACTION_LABEL) as ActivityAction[]), // safe: the record is exhaustive
  date_from: day,
})

export const NO_FILTER: ActivityFilter = { search: '', action: undefined, date_from: '' }

export interface ActivityPage {
  results: Activity[]
  count: number
  next: string | null
}

const PAGE_SIZE = 20
const LIST_MS = 30_000
const STATS_MS = 5 * 60_000

const activityKey = () => adminKey('activity')

/** The pages loaded so far. They are not refetched: new entries would move the text being read. */
export const activityList = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...activityKey(), 'list', filter],
    queryFn: ({ pageParam, signal }) => askPage(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: ActivityPage, pages) => (last.next === null ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    staleTime: LIST_MS,
  })

/** The current first page, every 30 seconds while the tab is visible. Starts with the page shown. */
export const newestActivity = (filter: ActivityFilter, shown: ActivityPage | undefined) =>
  queryOptions({
    queryKey: [...activityKey(), 'newest', filter],
    queryFn: ({ signal }) => askPage(filter, 1, signal),
    initialData: () => shown,
    staleTime: LIST_MS,
    refetchInterval: LIST_MS,
  })

export const activityStats = () =>
  queryOptions({
    queryKey: [...activityKey(), 'stats'],
    queryFn: ({ signal }) => call(getActivityStats, { signal }),
    staleTime: STATS_MS,
    refetchInterval: STATS_MS,
  })

/** Replaces all loaded pages by the newest page. */
export function showNewest(queryClient: QueryClient, filter: ActivityFilter, newest: ActivityPage): void {
  queryClient.setQueryData<InfiniteData<ActivityPage, number>>(activityList(filter).queryKey, {
    pages: [newest],
    pageParams: [1],
  })
}

/** Entries that arrive between two requests push others onto the next page: without duplicates. */
export function allEntries(data: InfiniteData<ActivityPage> | undefined): Activity[] {
  const byId = new Map(data?.pages.flatMap(({ results }) => results).map((entry) => [entry.id, entry]))
  return [...byId.values()]
}

function askPage(
  { search, action, date_from }: ActivityFilter,
  page: number,
  signal: AbortSignal,
): Promise<ActivityPage> {
  const asked = { search: search || undefined, action, date_from: date_from || undefined }
  return call(listActivity, { query: { ...asked, page, page_size: PAGE_SIZE }, signal })
}

/** One entry, or several consecutive minor ones folded into one line. */
export type TimelineItem = { kind: 'entry'; entry: Activity } | { kind: 'folded'; entries: Activity[] }

interface TimelineDay {
  /** `2026-11-20` in Buenos Aires. */
  day: string
  items: TimelineItem[]
}

const FOLDED_FROM = 3

/** The log by day, newest first. Three or more consecutive logins are folded into one line. */
export function timeline(entries: readonly Activity[]): TimelineDay[] {
  const days = Map.groupBy(entries, ({ timestamp }) => dayOf(timestamp))
  return [...days].map(([day, of]) => ({ day, items: fold(of) }))
}

function fold(entries: readonly Activity[]): TimelineItem[] {
  const runs: Activity[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && isMinor(entry) && run.every(isMinor)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run): TimelineItem[] =>
    run.length >= FOLDED_FROM
      ? [{ kind: 'folded', entries: run }]
      : run.map((entry) => ({ kind: 'entry', entry })),
  )
}

function isMinor({ action }: Activity): boolean {
  return action === 'login'
}

/** 'Hoy, 20 de noviembre de 2026' */
export function dayHeading(day: string, now: number): string {
  const words = formatCalendarDay(day)
  if (day === dayOf(new Date(now))) return `Hoy, ${words}`
  return day === dayOf(new Date(now - 86_400_000)) ? `Ayer, ${words}` : words
}
