import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { getPublicLot, listTestedLots } from '../../../contract/catalog/calls.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { prime } from '../../data/prime.ts'
import { shopSettings } from '../../data/queries.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import { HowCounted } from './how-counted.tsx'
import { LotDetail } from './lot-detail.tsx'
import { LotList } from './lot-list.tsx'
import './lot-page.css'

export type PublicLot = AnswerOf<typeof getPublicLot>
export type TestedLots = AnswerOf<typeof listTestedLots>

const publicLot = (code: string) =>
  queryOptions({
    queryKey: ['anonymous', 'lot', code],
    queryFn: ({ signal }) => call(getPublicLot, { params: { code }, signal }),
  })

const testedLots = (search: string) =>
  queryOptions({
    queryKey: ['anonymous', 'tested-lots', search],
    queryFn: ({ signal }) => call(listTestedLots, { query: { search }, signal }),
  })

export const loader = prime(({ params, request }) => [
  shopSettings(),
  params['code'] === undefined
    ? testedLots(searchIn(new URL(request.url).search))
    : publicLot(codeIn(params)),
])

/** `/lotes`, `/como-contamos`, and `/lote/{code}`, which the QR on a pack opens. Never a price, never a person. */
export default function LotPage() {
  const { code } = useParams()
  const { pathname } = useLocation()
  if (code !== undefined) return <OneLot />
  return pathname === paths.counted() ? <Counted /> : <AllLots />
}

function OneLot() {
  const code = codeIn(useParams())
  const answer = useQuery(publicLot(code))
  return (
    <div className="page lot-page">
      <UnlistedHead title={`Lote ${answer.data?.code ?? code}`} follow />
      {answer.data ? <LotDetail lot={answer.data} /> : <h1 tabIndex={-1}>Lote {code}</h1>}
      <Waiting {...answer} what="el lote" />
    </div>
  )
}

function AllLots() {
  const search = searchIn(useLocation().search)
  const answer = useQuery(testedLots(search))
  return (
    <div className="page lot-page">
      <LotList found={answer.data} search={search} />
      <Waiting {...answer} what="los lotes" />
    </div>
  )
}

function Counted() {
  const answer = useQuery(testedLots(''))
  return (
    <div className="page lot-page">
      <HowCounted found={answer.data} />
      <Waiting {...answer} what="las pruebas" />
    </div>
  )
}

interface WaitingProps {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
  what: string
}

function Waiting({ data, error, isFetching, refetch, what }: WaitingProps) {
  if (data) return null
  if (isFetching) return <LoadingBlocks className="lot-loading" blocks={['lot-skeleton']} />
  return (
    error && (
      <ErrorPanel title={`Error al cargar ${what}`} note={error.message} onRetry={() => void refetch()} />
    )
  )
}

function codeIn(params: { code?: string | undefined }): string {
  return (params.code ?? '').toUpperCase()
}

function searchIn(address: string): string {
  return (new URLSearchParams(address).get('search') ?? '').trim().slice(0, 40)
}
