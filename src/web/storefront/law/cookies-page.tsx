import { COOKIES_PATH } from '../../../contract/legal/page-rules.ts'
import { STORED_HERE, type Stored } from '../../../contract/legal/stored-here.ts'
import { PageHead } from '../../app/page-head.tsx'
import './law.css'

const PLACE: Record<Stored['where'], string> = {
  cookie: 'Cookies',
  navegador: 'En este navegador',
  pestaña: 'En esta pestaña',
  caché: 'Para cuando no hay conexión',
  programa: 'Programas que quedan en el navegador',
}

/** `/legales/cookies`: what the shop stores in the browser; a test compares the list with the browser. */
export function CookiesPage() {
  return (
    <div className="page law-page stack-4">
      <PageHead
        title="Cookies y datos en el navegador"
        description="Qué guarda la tienda en el navegador, para qué y cuánto tiempo. No hay cookies ni pedidos de terceros."
        path={COOKIES_PATH}
      />
      <h1 tabIndex={-1}>Cookies y datos en el navegador</h1>
      <p>No hay cookies ni pedidos de terceros.</p>
      {(Object.keys(PLACE) as Stored['where'][]).map((where) => (
        <section key={where} aria-label={PLACE[where]}>
          <h2>{PLACE[where]}</h2>
          <dl className="law-stored stack-3">
            {STORED_HERE.filter((one) => one.where === where).map(({ name, purpose, lasts }) => (
              <div key={name}>
                <dt className="mono">{name}</dt>
                <dd>{`${purpose}; ${lasts}.`}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
