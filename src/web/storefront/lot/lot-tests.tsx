import { type Germination, germinationRate } from '../../../contract/catalog/germination.ts'
import { NOT_TESTED } from '../../../contract/catalog/tested-words.ts'
import { dayInNumbers } from '../../../contract/place.ts'
import { paths } from '../../app/paths.ts'
import type { PublicLot } from './lot-page.tsx'

type Test = Germination & { method: string }

/** The newest test as a figure and a drawing, the older ones as lines. */
export function LotTests({ lot: { tests, drawn } }: { lot: PublicLot }) {
  const [newest, ...older] = tests
  return (
    <section className="lot-tests surface stack-2" aria-labelledby="germinacion">
      <h2 id="germinacion">Germinación</h2>
      {newest ? (
        <>
          <p className="lot-rate">{germinationRate(newest)}</p>
          <div dangerouslySetInnerHTML={{ __html: drawn }} />
          <p>
            {testText(newest)} <ToCounted />
          </p>
        </>
      ) : (
        <p className="lot-untested">{NOT_TESTED}</p>
      )}
      {older.length > 0 && (
        <ul aria-label="Pruebas anteriores">
          {older.map((test) => (
            <li key={test.id}>{`${germinationRate(test)} · ${testText(test)}`}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The way to what counts and what does not. */
export function ToCounted() {
  return <a href={paths.counted()}>Cómo contamos</a>
}

/** 'Prueba propia: 46 de 50 · 03/11/2026 · Papel' */
function testText({ germinated, sown, tested_on, method }: Test): string {
  const result = `Prueba propia: ${germinated} de ${sown} · ${dayInNumbers(tested_on)}`
  return method === '' ? result : `${result}\u00A0· ${method}`
}
