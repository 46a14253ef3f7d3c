import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { shopChatLink } from '../../../contract/chat-link.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { Wordmark } from './wordmark.tsx'
import { OFFSET_MS } from '../../../contract/place.ts'
import './footer.css'

export function Footer() {
  const { data: shop } = useQuery(shopSettings())
  const [year] = useState(currentYear)
  return (
    <footer className="site-footer">
      <div className="site-footer-columns page">
        <div className="site-footer-brand">
          <Wordmark />
          {shop?.tagline && <p className="site-footer-tagline">{shop.tagline}</p>}
        </div>
        <nav aria-label="Ayuda">
          <ul className="taps">
            <li>
              <Link to={paths.germination()}>Guía de Germinación</Link>
            </li>
            <li>
              <Link to={paths.warranty()}>Garantía</Link>
            </li>
            <li>
              <Link to="/elegir">Elegir semilla</Link>
            </li>
            <li>
              <Link to="/favoritos">Favoritos</Link>
            </li>
          </ul>
        </nav>
        {shop && <Contact shop={shop} />}
      </div>
      <div className="site-footer-end page">
        <p>
          © <span id="year">{year}</span> {shop?.shop_name}
        </p>
        {shop?.developer_credit && (
          <p>
            {shop.developer_url ? (
              <a href={shop.developer_url}>{shop.developer_credit}</a>
            ) : (
              shop.developer_credit
            )}
          </p>
        )}
      </div>
    </footer>
  )
}

/** Only the addresses that are set. */
function Contact({ shop }: { shop: PublicSettings }) {
  const { contact_email: email, whatsapp } = shop
  return (
    <ul className="taps">
      <ContactLink by="email" href={email && `mailto:${email}`}>
        <span>
          <BreaksAfter sign="@" text={email} />
        </span>
      </ContactLink>
      <ContactLink by="whatsapp" href={whatsapp && shopChatLink(whatsapp)}>
        WhatsApp
      </ContactLink>
      <ContactLink by="instagram" href={shop.instagram_url}>
        Instagram
      </ContactLink>
      <ContactLink by="facebook" href={shop.facebook_url}>
        Facebook
      </ContactLink>
      <ContactLink by="youtube" href={shop.youtube_url}>
        YouTube
      </ContactLink>
    </ul>
  )
}

/** The sheet has its icon, so that no page has scripts for it. */
function ContactLink({ by, href, children }: { by: string; href: string; children: ReactNode }) {
  if (href === '') return null
  return (
    <li>
      <a className={`contact-link masked by-${by}`} href={href} rel="noopener">
        {children}
      </a>
    </li>
  )
}

/** In the browser the year that the server rendered: hydration needs the same one, even after New Year. */
function currentYear(): string {
  return (typeof document !== 'undefined' && document.getElementById('year')?.textContent) || thisYear()
}

/** The year in Buenos Aires, without an `Intl` object, which would take a tenth of a page's rendering. */
function thisYear(): string {
  return String(new Date(Date.now() + OFFSET_MS).getUTCFullYear())
}
