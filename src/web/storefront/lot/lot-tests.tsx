import { type Germination, germinationPercent } from '../../../contract/catalog/germination.ts'
import { dayInNumbers } from '../../../contract/place.ts'

type Test = Germination & { id: number; method: string }

/** The newest test as a figure and a drawing, the older ones as lines. */
export function LotTests({ tests: [newest, ...older] }: { tests: Test[] }) {
  return (
    <section className="lot-tests" aria-labelledby="germinacion">
      <h2 id="germinacion">Germinación</h2>
      {newest ? <Newest test={newest} /> : <p>Todavía sin pruebas anotadas.</p>}
      {older.length > 0 && (
        <ul aria-label="Pruebas anteriores">
          {older.map((test) => (
            <li key={test.id}>{`${germinationPercent(test)} % · ${testText(test)}`}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Newest({ test }: { test: Test }) {
  return (
    <>
      <p className="lot-rate">{`${germinationPercent(test)} %`}</p>
      <Tray {...test} />
      <p>{testText(test)}</p>
    </>
  )
}

/** 'Prueba propia: 46 de 50 · 03/11/2026 · Papel' */
function testText({ germinated, sown, tested_on, method }: Test): string {
  const result = `Prueba propia: ${germinated} de ${sown} · ${dayInNumbers(tested_on)}`
  return method === '' ? result : `${result}\u00A0· ${method}`
}

const COLUMNS = 20
/** More would be too small to tell apart. */
const MOST_DRAWN = 200
const SPROUT =
  'h-.5v-4.6c-2.4-.1-3.6-1.7-3.6-3.9 2.3 0 3.8 1.3 4.1 3.2.3-1.9 1.8-3.2 4.1-3.2 0 2.2-1.2 3.8-3.6 3.9v4.6z'
const SEED = 'c-2.4 0-2.4-4.6 0-4.6 2.4 0 2.4 4.6 0 4.6z'

/** Each seed that was sown, as a sprout or as a seed. The text beside it says the same. */
function Tray({ sown, germinated }: Germination) {
  if (sown > MOST_DRAWN) return null
  const at = (seed: number) => `M${(seed % COLUMNS) * 10 + 5} ${Math.floor(seed / COLUMNS) * 13 + 12}`
  const drawn = (from: number, to: number, shape: string) =>
    Array.from({ length: to - from }, (_, i) => at(from + i) + shape).join('')
  return (
    <svg
      className="lot-tray"
      viewBox={`0 0 ${COLUMNS * 10} ${Math.ceil(sown / COLUMNS) * 13}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawn(0, germinated, SPROUT)} />
      <path className="lot-tray-seeds" d={drawn(germinated, sown, SEED)} />
    </svg>
  )
}
