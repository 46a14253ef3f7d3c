import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import './how-to-order.css'

/** The steps of an order. */
export function HowToOrder() {
  const { data: shop } = useQuery(shopSettings())
  return (
    <section className="how page" aria-labelledby="como-pedir">
      <h2 id="como-pedir">Cómo pedir</h2>
      <ol className="how-steps">
        {shop?.order_steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="how-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className="how-more">
        <Link to={paths.warranty()}>Garantía de germinación</Link>
      </p>
    </section>
  )
}
