import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ErrorPanel } from '../error-panel.tsx'
import { LoadingNote } from '../skeleton.tsx'
import { UpdatedAgo } from './updated-ago.tsx'
import './async-list.css'

/** The parts of a TanStack query that the list shows; pass the query itself. */
export interface ListState {
  isPending: boolean
  isError: boolean
  error: unknown
  isRefetching: boolean
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
  /** The list shown is that of the previous filter, until the new one has loaded. */
  isPlaceholderData?: boolean
}

interface AsyncListProps {
  state: ListState
  /** Length of the whole list; 0 shows `empty`. */
  count: number
  /** Announced when it changes, e.g. "24 productos, mostrando 9". */
  countText: string
  /** Reserves the space of the list; without text. */
  skeleton: ReactNode
  empty: ReactNode
  /** Shown when the list could not be loaded. */
  errorText: string
  children: ReactNode
}

/**
 * The five states of a list: loading, data, empty, error and refreshing. Loaded data stay: below an error, below the thin
 * line of a refresh, and faded while another filter loads.
 */
export function AsyncList(props: AsyncListProps) {
  const { state, count, countText, skeleton, empty, errorText, children } = props
  const isOld = state.isPlaceholderData === true
  const hasData = (state.dataUpdatedAt > 0 || isOld) && !state.isPending
  const isLoading = useLingering(state.isPending)
  const [retry, panel] = useRetry(state)
  return (
    <div className="async-list" aria-busy={isLoading || state.isRefetching || undefined}>
      {state.isRefetching && <span className="async-list-progress" aria-hidden="true" />}
      <div className="async-list-head">
        <output className="async-list-count">{hasData && !isLoading && !isOld ? countText : '\u00a0'}</output>
        {hasData && !isOld && <UpdatedAgo at={state.dataUpdatedAt} />}
      </div>
      {state.isError && (
        <div ref={panel} tabIndex={-1} className="async-list-error">
          <ErrorPanel
            title={errorText}
            note={[reasonOf(state.error, errorText), hasData && 'Se muestra la última lista cargada.']
              .filter(Boolean)
              .join(' ')}
            onRetry={retry}
          />
        </div>
      )}
      {isLoading ? (
        <>
          <LoadingNote />
          <div aria-hidden="true">{skeleton}</div>
        </>
      ) : (
        hasData && (
          <div className="async-list-body stack-4" data-old={isOld || undefined}>
            {count === 0 ? empty : children}
          </div>
        )
      )}
    </div>
  )
}

/** When a retry fails, the reason takes the focus. */
function useRetry({ isError, isRefetching, isPending, refetch }: ListState) {
  const panel = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  const isIdle = !isRefetching && !isPending
  useEffect(() => {
    if (!asked.current || !isIdle) return
    asked.current = false
    if (isError) panel.current?.focus()
  }, [isError, isIdle])
  const retry = () => {
    asked.current = true
    void refetch()
  }
  return [retry, panel] as const
}

function reasonOf(error: unknown, title: string): string | undefined {
  return error instanceof Error && error.message !== title ? error.message : undefined
}

/** The sheet shows a skeleton after 150 ms; once visible it stays for 300 ms instead of flashing. */
const SHOWN_AFTER_MS = 150
const SHOWN_FOR_MS = 300
function useLingering(isPending: boolean): boolean {
  const [lingers, setLingers] = useState(false)
  const since = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (isPending) {
      since.current = performance.now()
      return undefined
    }
    const waited = since.current === undefined ? 0 : performance.now() - since.current
    since.current = undefined
    if (waited < SHOWN_AFTER_MS || waited >= SHOWN_AFTER_MS + SHOWN_FOR_MS) return undefined
    setLingers(true)
    const timer = setTimeout(() => setLingers(false), SHOWN_AFTER_MS + SHOWN_FOR_MS - waited)
    return () => {
      clearTimeout(timer)
      setLingers(false)
    }
  }, [isPending])
  return isPending || lingers
}
