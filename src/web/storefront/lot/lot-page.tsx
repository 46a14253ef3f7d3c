import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayInNumbers, type Germination } from '../../../contract/catalog/germination.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { Fact } from '../../shop/fact.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import './lot-page.css'

type PublicLot = AnswerOf<'getPublicLot'>

export const publicLot = (code: string) =>
  queryOptions({
    queryKey: ['anonymous', 'lot', code],
    queryFn: ({ signal }) => call('getPublicLot', { params: { code }, signal }),
  })

/** What the QR on a pack opens: harvest and tests of its lot. Never a price, never a person. */
export function LotPage({ code }: { code: string }) {
  const { data: lot, isError } = useQuery(publicLot(code))
  return (
    <div className="page lot-page">
      <UnlistedHead title={`Lote ${lot?.code ?? code}`} follow />
      {lot ? (
        <LotFacts lot={lot} />
      ) : (
        <>
          <h1 tabIndex={-1}>{isError ? 'No encontramos este lote' : `Lote ${code}`}</h1>
          {!isError && <LoadingBlocks className="lot-loading" blocks={['lot-skeleton']} />}
        </>
      )}
    </div>
  )
}

function LotFacts({ lot }: { lot: PublicLot }) {
  const { code, brand, inase_name, inase_number, harvested_on, expires_on, tests } = lot
  return (
    <>
      <h1 tabIndex={-1}>Lote {code}</h1>
      <p className="lot-product">
        <ProductOf lot={lot} />
        {brand && ` · ${brand}`}
      </p>
      {lot.is_recalled && <p className="lot-recalled">Este lote se retiró.</p>}
      {lot.public_note !== '' && <p className="lot-note">{lot.public_note}</p>}
      <dl className="lot-facts">
        {inase_name !== '' && <Fact name="Cultivar">{inase_name}</Fact>}
        {inase_number !== '' && <Fact name="Registro Nacional de Cultivares">{inase_number}</Fact>}
        {harvested_on && <Fact name="Cosecha">{dayInNumbers(harvested_on)}</Fact>}
        {expires_on && <Fact name="Vencimiento">{dayInNumbers(expires_on)}</Fact>}
      </dl>
      <Tests title="Germinación">
        {tests.map((test) => (
          <li key={test.id}>{testText(test)}</li>
        ))}
      </Tests>
    </>
  )
}

/** A link while the shop shows the product. */
function ProductOf({ lot: { product, product_id: id } }: { lot: PublicLot }) {
  return id === null ? product : <Link to={paths.product(id)}>{product}</Link>
}

function Tests({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section className="lot-tests" aria-label={title}>
      <h2>{title}</h2>
      {children.length > 0 ? <ul>{children}</ul> : <p>Todavía sin pruebas anotadas.</p>}
    </section>
  )
}

/** 'Prueba propia: 46 de 50 · 03/11/2026 · Papel' */
function testText({ germinated, sown, tested_on, method }: Germination & { method: string }): string {
  const result = `Prueba propia: ${germinated} de ${sown} · ${dayInNumbers(tested_on)}`
  return method === '' ? result : `${result} · ${method}`
}
