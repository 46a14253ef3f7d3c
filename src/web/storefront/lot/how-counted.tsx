import { DRAWN_IN_PART } from '../../../contract/catalog/drawn-in-part.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import type { TestedLots } from './lot-page.tsx'

/** How the figures of the tests are made, and how much they leave out. */
export function HowCounted({ found }: { found: TestedLots | undefined }) {
  return (
    <>
      <PageHead
        title="Cómo contamos"
        description="Cómo contamos las semillas que abrieron y las que no, y qué queda afuera."
        path={paths.counted()}
      />
      <article className="counted">
        <h1 tabIndex={-1}>Cómo contamos</h1>
        {found && <Figures found={found} />}
        <h2>Las pruebas</h2>
        <p>
          Son propias: sembramos semillas de cada lote y contamos las que abrieron y las que no. El método y
          la fecha están en la página del lote. De cada lote en venta cuenta la última prueba, salga como
          salga.
        </p>
        <h2>Los porcentajes</h2>
        <p>
          PG es el poder germinativo: de cada 100 semillas, cuántas abrieron. Se redondea para abajo. Con
          menos de 30 semillas mostramos solo los números.
        </p>
        <h2>Los dibujos</h2>
        <p>
          Cada marca es una semilla probada: las que abrieron son brotes y las otras quedan como semillas, del
          mismo tamaño. En un lote con más de 200, cada marca son 10, y las que no abrieron se redondean para
          arriba. {DRAWN_IN_PART} En las tarjetas del catálogo las marcas son siempre diez.
        </p>
        <h2>Los reclamos</h2>
        <p>
          «Semillas entregadas con reclamo» cuenta las que fallaron según reclamos aprobados o resueltos, de
          las que salieron con pedidos entregados. Un reclamo aprobado cuenta cuando está anotado de qué lote
          es y cuántas semillas fallaron; los demás quedan afuera. Lo mostramos desde 30 semillas entregadas,
          sin ningún dato de las personas.
        </p>
        <h2>Tu pedido</h2>
        <p>
          El lote se elige al preparar el pedido: por eso hablamos de lotes en venta. Cuando está elegido, lo
          ves en tu cuenta. La tienda puede dejar de mostrar todas las pruebas juntas, pero no una sola.
        </p>
        <p>
          <a className="button primary" href={paths.lots()}>
            Ver los lotes
          </a>
        </p>
      </article>
    </>
  )
}

function Figures({ found: { sown, germinated, left_out: left } }: { found: TestedLots }) {
  const out: [string, number][] = [
    ['Lotes en venta sin prueba todavía', left.untested],
    ['Lotes retenidos o retirados', left.held],
    ['Lotes agotados', left.sold_out],
    ['Lotes cerrados', left.closed],
    ['Lotes de variedades que hoy no mostramos', left.hidden],
    ['Pruebas anteriores de lotes en venta', left.older],
    ['Pruebas anuladas de lotes en venta', left.voided],
  ]
  return (
    <>
      <p className="counted-sum surface">
        <b>{sown}</b> probadas <span aria-hidden="true">=</span> <b>{germinated}</b> abrieron{' '}
        <span aria-hidden="true">+</span> <b>{sown - germinated}</b> no abrieron
      </p>
      <h2>Lo que queda afuera</h2>
      <dl className="counted-out">
        {out.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
