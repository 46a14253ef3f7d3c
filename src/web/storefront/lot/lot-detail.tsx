import { Link } from 'react-router'
import { dayInNumbers } from '../../../contract/place.ts'
import { paths } from '../../app/paths.ts'
import { Fact } from '../../shop/fact.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { PublicLot } from './lot-page.tsx'
import { LotSearch } from './lot-search.tsx'
import { LotTests } from './lot-tests.tsx'

/** Harvest and tests of a lot. */
export function LotDetail({ lot }: { lot: PublicLot }) {
  const { code, product, brand, image } = lot
  return (
    <article className="lot stack-5">
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
      <div className="lot-words stack-4">
        <header>
          <p className="lot-code">Lote {code}</p>
          <h1 tabIndex={-1}>{product}</h1>
          {brand && <p className="note">{brand}</p>}
        </header>
        {lot.is_recalled ? (
          <p className="lot-recalled">
            Este lote se retiró. Si lo tenés, <Link to={paths.warranty()}>escribinos</Link>.
          </p>
        ) : (
          <p className="lot-sale">{lot.is_on_sale ? 'En venta ahora' : 'Ya no está en venta'}</p>
        )}
        <LotTests lot={lot} />
        {lot.public_note !== '' && <p className="lot-note">{lot.public_note}</p>}
        <LotFacts lot={lot} />
        <Ways lot={lot} />
        <LotSearch label="¿Tenés otro sobre? Escribí su código" />
      </div>
    </article>
  )
}

function LotFacts({ lot: { inase_name, inase_number, harvested_on, expires_on } }: { lot: PublicLot }) {
  return (
    <dl className="lot-facts facts">
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
      <div className="lot-ways wrap-3">
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
