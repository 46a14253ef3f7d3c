import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PAGE_NAME, type PageSlug } from '../../../contract/legal/page-rules.ts'
import { missingLegal } from '../../../contract/settings/legal-settings.ts'
import { writtenPages } from '../pages/pages-query.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import type { SettingsDraft } from './settings-draft.ts'

const NEEDED: PageSlug[] = ['terminos', 'privacidad']

/** Legally required data that is still missing, updated while typing. */
export function LegalMissing({ values }: { values: SettingsDraft }) {
  const admin = useAdminPath()
  const { data: pages = [] } = useQuery(writtenPages())
  const unpublished = pages.filter(({ slug, is_published }) => NEEDED.includes(slug) && !is_published)
  const missing = missingLegal(values)
  if (missing.length + unpublished.length === 0) return null
  return (
    <ul className="settings-missing" aria-label="Falta para la ley">
      {missing.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {unpublished.map(({ slug }) => (
        <li key={slug}>
          <Link to={admin.pages({ pagina: slug })}>{`Falta publicar ${PAGE_NAME[slug]}`}</Link>
        </li>
      ))}
    </ul>
  )
}
