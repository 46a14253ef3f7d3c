import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Sprout } from 'lucide-react'
import { shopSettings } from '../../data/queries.ts'
import { Picture } from '../../ui/picture.tsx'
import { sitePicture } from '../shell/site-picture.ts'
import './home-page.css'

/** About the breeder, from the settings of the shop. */
export function AboutBlock() {
  const { data: shop } = useQuery(shopSettings())
  const paragraphs = (shop?.about ?? '').split(/\n+/).filter((line) => line.trim() !== '')
  if (paragraphs.length === 0 && !shop?.registration_text) return null
  return (
    <section className="about" aria-labelledby="nosotros">
      <div className="about-columns stack-5 page">
        <div className="about-text">
          <h2 id="nosotros">Quiénes somos</h2>
          <ul className="stack-4">
            {paragraphs.map((paragraph) => (
              <li key={paragraph}>
                <Sprout aria-hidden="true" />
                <p>{paragraph}</p>
              </li>
            ))}
            {shop?.registration_text && (
              <li>
                <ShieldCheck aria-hidden="true" />
                <p>{shop.registration_text}</p>
              </li>
            )}
          </ul>
        </div>
        <Picture
          className="about-picture"
          src={sitePicture('nosotros-semillas', 800)}
          alt="Semillas de cannabis vistas de cerca, con su dibujo atigrado"
          sizes="(min-width: 992px) 440px, 100vw"
          widths={[480, 800]}
          width={800}
          height={800}
        />
      </div>
    </section>
  )
}
