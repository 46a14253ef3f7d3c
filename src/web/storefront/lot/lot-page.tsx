import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { dayInNumbers } from '../../../contract/place.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { prime } from '../../data/prime.ts'
import { shopSettings } from '../../data/queries.ts'
import { Fact } from '../../shop/fact.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import '../../ui/button.css'
import './lot-endpoints.ts'
import { LotTests } from './lot-tests.tsx'
import './lot-page.css'

type PublicLot = AnswerOf<'getPublicLot'>

const publicLot = (code: string) =>
  queryOptions({
    queryKey: ['anonymous', 'lot', code],
    queryFn: ({ signal }) => call('getPublicLot', { params: { code }, signal }),
  })

export const loader = prime(({ params }) => [shopSettings(), publicLot(codeIn(params))])

/** `/lote/{code}`, which the QR on a pack opens: harvest and tests of its lot. Never a price, never a person. */
export default function LotPage() {
  const code = codeIn(useParams())
  const { data: lot, error, isFetching, refetch } = useQuery(publicLot(code))
  return (
    <div className="page lot-page">
      <UnlistedHead title={`Lote ${lot?.code ?? code}`} follow />
      {lot ? <Lot lot={lot} /> : <h1 tabIndex={-1}>Lote {code}</h1>}
      {!lot && error && !isFetching && (
        <ErrorPanel title="Error al cargar el lote" note={error.message} onRetry={() => void refetch()} />
      )}
      {!lot && isFetching && <LoadingBlocks className="lot-loading" blocks={['lot-skeleton']} />}
    </div>
  )
}

function codeIn(params: { code?: string | undefined }): string {
  return (params.code ?? '').toUpperCase()
}

function Lot({ lot }: { lot: PublicLot }) {
  const { code, product, brand, image } = lot
  return (
    <article className="lot">
      <Picture
        className="lot-picture"
        src={image}
        alt=""
        sizes="(min-width: 768px) 384px, 100vw"
        widths={[320, 640, 1000]}
        width={1000}
        height={1250}
        priority
      />
      <div className="lot-words">
        <header>
          <p className="lot-code">Lote {code}</p>
          <h1 tabIndex={-1}>{product}</h1>
          {brand && <p className="lot-brand">{brand}</p>}
        </header>
        {lot.is_recalled && (
          <p className="lot-recalled">
            Este lote se retiró. Si lo tenés, <Link to={paths.warranty()}>escribinos</Link>.
          </p>
        )}
        <LotTests tests={lot.tests} />
        {lot.public_note !== '' && <p className="lot-note">{lot.public_note}</p>}
        <LotFacts lot={lot} />
        <Ways lot={lot} />
      </div>
    </article>
  )
}

function LotFacts({ lot: { inase_name, inase_number, harvested_on, expires_on } }: { lot: PublicLot }) {
  return (
    <dl className="lot-facts">
      {harvested_on && <Fact name="Cosecha">{dayInNumbers(harvested_on)}</Fact>}
      {expires_on && <Fact name="Vencimiento">{dayInNumbers(expires_on)}</Fact>}
      {inase_name !== '' && <Fact name="Cultivar">{inase_name}</Fact>}
      {inase_number !== '' && <Fact name="Registro Nacional de Cultivares">{inase_number}</Fact>}
    </dl>
  )
}

/** The product is linked while the shop shows it. */
function Ways({ lot: { product, product_id: id } }: { lot: PublicLot }) {
  return (
    <>
      <div className="lot-ways">
        <Link className="button primary" to={paths.germination()}>
          Cómo germinar
        </Link>
        {id !== null && (
          <Link className="button secondary" to={paths.product(id)}>
            {`Ver ${product}`}
          </Link>
        )}
      </div>
      <p className="lot-warranty">
        ¿Una semilla no abrió? <Link to={paths.warranty()}>Mandanos fotos y la revisamos</Link>.
      </p>
    </>
  )
}
