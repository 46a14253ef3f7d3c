import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { Picture } from '../../ui/picture.tsx'
import { sitePicture } from '../shell/site-picture.ts'
import './home-page.css'

/** Drawn for the three usual steps; more begin again. */
const PICTURES = ['elegir', 'reservar', 'recibir']

/** The steps of an order. */
export function HowToOrder() {
  const { data: shop } = useQuery(shopSettings())
  return (
    <section className="how page" aria-labelledby="como-pedir">
      <h2 id="como-pedir">Cómo pedir</h2>
      <ol className="how-steps">
        {shop?.order_steps.map(({ title, text }, index) => (
          <li key={title}>
            <Picture
              src={sitePicture(`pedir-${PICTURES[index % PICTURES.length]}`, 960)}
              alt=""
              sizes="(min-width: 992px) 380px, 100vw"
              widths={[480, 960]}
              width={960}
              height={540}
            />
            <span className="how-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link className="tap strong" to={paths.warranty()}>
          Garantía de germinación
        </Link>
      </p>
    </section>
  )
}
