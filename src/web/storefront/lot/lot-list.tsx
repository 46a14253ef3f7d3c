import { Link } from 'react-router'
import { germinationRate, openedOfTen } from '../../../contract/catalog/germination.ts'
import { NOT_TESTED, testedSentence, testedWords } from '../../../contract/catalog/tested-words.ts'
import { dayInNumbers } from '../../../contract/place.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import type { TestedLots } from './lot-page.tsx'
import { ToCounted } from './lot-tests.tsx'
import { LotSearch } from './lot-search.tsx'

type Lot = TestedLots['results'][number]

/** Every lot on sale and past ones, each with its newest test. */
export function LotList({ found, search }: { found: TestedLots | undefined; search: string }) {
  const [now, past] = [true, false].map((isOnSale) =>
    found?.results.filter((lot) => lot.is_on_sale === isOnSale),
  )
  return (
    <>
      <PageHead
        title="Lotes"
        description="La última prueba de germinación de cada lote en venta, con las semillas que no abrieron."
        path={paths.lots()}
      />
      <header className="lots-head stack-3">
        <h1 tabIndex={-1}>Lotes</h1>
        {found && found.sown > 0 && <p className="lots-sentence">{testedSentence(found)}</p>}
        <p>
          Cada lote en venta con su última prueba, también con las que no abrieron. <ToCounted />
        </p>
      </header>
      <LotSearch label="Buscar por el código del sobre" search={search} />
      {found?.results.length === 0 && <NothingFound search={search} />}
      <Lots title="En venta ahora" lots={now} />
      <Lots title="De antes" lots={past} />
    </>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <p role="status" className="lots-none">
      {search === '' ? (
        'Todavía no hay lotes anotados.'
      ) : (
        <>
          No encontramos un lote «{search}». Revisá el código del sobre: puede tener otra letra.{' '}
          <a href={paths.lots()}>Ver todos los lotes</a>
        </>
      )}
    </p>
  )
}

function Lots({ title, lots = [] }: { title: string; lots: Lot[] | undefined }) {
  if (lots.length === 0) return null
  return (
    <section className="lots" aria-label={title}>
      <h2>{title}</h2>
      <ul className="two-columns">
        {lots.map((lot) => (
          <li key={lot.code} className="surface taps">
            <div>
              <h3 className="row-3">
                {lot.is_public ? <Link to={paths.lot(lot.code)}>{lot.code}</Link> : lot.code}
                {lot.is_recalled && <span className="badge err">Retirado</span>}
              </h3>
              <p className="note">
                {lot.product_id === null ? (
                  <span>{lot.product}</span>
                ) : (
                  <Link to={paths.product(lot.product_id)}>{lot.product}</Link>
                )}
                {lot.harvested_on && <span>{` · cosecha ${dayInNumbers(lot.harvested_on)}`}</span>}
              </p>
            </div>
            <Result lot={lot} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Result({ lot: { sown, germinated, tested_on } }: { lot: Lot }) {
  if (sown === null || germinated === null || tested_on === null) return <p className="note">{NOT_TESTED}</p>
  const test = { sown, germinated, tested_on }
  return (
    <div>
      <p className="product-card-tested" data-opened={openedOfTen(test)}>
        {germinationRate(test)}
      </p>
      <p className="note">{testedWords(test)}</p>
    </div>
  )
}
