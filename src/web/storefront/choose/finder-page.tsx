import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, NavigationType, useNavigate, useNavigationType } from 'react-router'
import type { Found } from '../../../contract/catalog/catalog.ts'
import {
  type FinderAnswers,
  type Question,
  QUESTION_NAMES,
  QUESTIONS,
} from '../../../contract/catalog/finder.ts'
import { TYPE_EXPLAINED } from '../../../contract/catalog/type-explained.ts'
import { PageHead, UnlistedHead } from '../../app/page-head.tsx'
import { paths, withQuery } from '../../app/paths.ts'
import { useSession } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { ProductCard } from '../product-card/product-card.tsx'
import { headingOf } from './finder-heading.ts'
import { finder } from './finder-query.ts'
import { choosePaths } from './choose-paths.ts'

const TITLE = 'Elegir en cuatro preguntas'

/** Four questions and the varieties that fit the answers, with reasons. */
export function FinderPage({ answers }: { answers: FinderAnswers }) {
  const navigate = useNavigate()
  const [isEmpty, setIsEmpty] = useState(false)
  const isAsked = Object.keys(answers).length > 0
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = Object.fromEntries(new FormData(event.currentTarget))
    setIsEmpty(Object.keys(given).length === 0)
    void navigate(withQuery(choosePaths.finder(), given), { preventScrollReset: true })
  }
  return (
    <div className="page choose-page">
      {isAsked ? (
        <UnlistedHead title={TITLE} follow />
      ) : (
        <PageHead
          title={TITLE}
          description="Cuatro preguntas para elegir la semilla: dónde, en qué zona, con cuánta experiencia y qué importa más."
          path={choosePaths.finder()}
        />
      )}
      <h1 tabIndex={-1}>{TITLE}</h1>
      <p>Contestá las que quieras. Miramos solo lo que se sabe de cada variedad.</p>
      <form className="finder-form stack-3" method="get" action={choosePaths.finder()} onSubmit={submit}>
        {QUESTION_NAMES.map((name) => (
          <QuestionField key={name} name={name} chosen={answers[name]} />
        ))}
        <button type="submit" className="button primary">
          Ver variedades
        </button>
        <p role="status">{isEmpty && !isAsked && 'Contestá al menos una pregunta.'}</p>
      </form>
      {isAsked && <Answer answers={answers} />}
    </div>
  )
}

function QuestionField({ name, chosen }: { name: Question; chosen: string | undefined }) {
  const { label, answers } = QUESTIONS[name]
  return (
    <fieldset>
      <legend>{label}</legend>
      {Object.entries(answers).map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={chosen === value} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

function Answer({ answers }: { answers: FinderAnswers }) {
  // By its address, not by the form above.
  const isOpened = useNavigationType() === NavigationType.Pop
  const { data, error, refetch } = useQuery({
    ...finder(useSession(), answers),
    placeholderData: keepPreviousData,
  })
  if (!data) {
    return error ? (
      <ErrorPanel title="No se pudo elegir" note={error.message} onRetry={() => void refetch()} />
    ) : (
      <LoadingBlocks className="finder-loading" blocks={['finder-skeleton']} />
    )
  }
  const ids = data.results.map(({ product }) => product.id)
  return (
    <section className="finder-found more-products" aria-labelledby="encontradas">
      <StepHeading as="h2" id="encontradas" isFirst={isOpened}>
        {headingOf(data)}
      </StepHeading>
      {ids.length === 0 && (
        <p>
          Todavía no hay semillas para mostrar. <Link to={paths.catalogue()}>Ver el catálogo</Link>
        </p>
      )}
      <ul className="product-grid">
        {data.results.map((one) => (
          <li key={one.product.id} className="finder-one">
            <ProductCard product={one.product} />
            <Why {...one} asked={data.asked} />
          </li>
        ))}
      </ul>
      {ids.length > 1 && (
        <p className="choose-ways taps">
          <Link className="button secondary" to={choosePaths.compare(ids)}>
            Compararlas
          </Link>{' '}
          <Link to={paths.catalogue()}>Ver todas las semillas</Link>
        </p>
      )}
    </section>
  )
}

function Why({ product, met, reasons, but, asked }: Found['results'][number] & { asked: number }) {
  const explained = TYPE_EXPLAINED[product.type]
  return (
    <div className="finder-why">
      {asked > 1 && <p className="strong">{`Cumple ${met} de ${asked}`}</p>}
      {reasons.length > 0 && <Sentences title="Por qué" texts={reasons} />}
      {but.length > 0 && <Sentences title="A tener en cuenta" texts={but} />}
      {explained && <p className="note finder-type">{explained}</p>}
    </div>
  )
}

function Sentences({ title, texts }: { title: string; texts: string[] }) {
  return (
    <>
      <h4>{title}</h4>
      <ul className="bullets">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}
