import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import './how-to-order.css'

const STEPS = [
  { title: 'Elegís', text: 'Armás tu pedido y lo mandás desde el carrito. Todavía no pagás nada.' },
  {
    title: 'Te reservamos las semillas',
    text: 'Te escribimos por WhatsApp para acordar el pago y la entrega.',
  },
  { title: 'Las recibís', text: '¿Una semilla no abrió? Mandanos fotos y la revisamos.' },
]

/** How an order goes, in three steps. */
export function HowToOrder() {
  return (
    <section className="how page" aria-labelledby="como-pedir">
      <h2 id="como-pedir">Cómo pedir</h2>
      <ol className="how-steps">
        {STEPS.map(({ title, text }, index) => (
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
