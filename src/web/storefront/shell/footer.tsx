import { useQuery } from '@tanstack/react-query'
import { Mail, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { FacebookGlyph, InstagramGlyph, YoutubeGlyph } from './social-glyphs.tsx'
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
          <ul className="site-footer-links">
            <li>
              <Link to={paths.germination()}>Guía de Germinación</Link>
            </li>
            <li>
              <Link to={paths.warranty()}>Garantía</Link>
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
  return (
    <ul className="site-footer-links">
      {shop.contact_email && (
        <ContactLink href={`mailto:${shop.contact_email}`} icon={<Mail aria-hidden="true" size={20} />}>
          <span>
            <BreaksAfter sign="@" text={shop.contact_email} />
          </span>
        </ContactLink>
      )}
      {shop.whatsapp && (
        <ContactLink
          href={`https://wa.me/${shop.whatsapp}`}
          icon={<MessageCircle aria-hidden="true" size={20} />}
        >
          WhatsApp
        </ContactLink>
      )}
      {shop.instagram_url && (
        <ContactLink href={shop.instagram_url} icon={<InstagramGlyph />}>
          Instagram
        </ContactLink>
      )}
      {shop.facebook_url && (
        <ContactLink href={shop.facebook_url} icon={<FacebookGlyph />}>
          Facebook
        </ContactLink>
      )}
      {shop.youtube_url && (
        <ContactLink href={shop.youtube_url} icon={<YoutubeGlyph />}>
          YouTube
        </ContactLink>
      )}
    </ul>
  )
}

function ContactLink({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <a href={href} rel="noopener">
        {icon}
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
