import { Link } from 'react-router'
import { lotCodeIn, serviceAsked } from '../../../contract/catalog/service-asked.ts'
import { PAGE_NAME, type PageSlug, pagePath } from '../../../contract/legal/page-rules.ts'
import { paths } from '../../app/paths.ts'

/** The page that answers a search for no product: 'garantía', 'envíos', the code of a lot. */
export function AnswerLink({ words, close }: { words: string; close: () => void }) {
  const answer = answerOf(words)
  if (!answer) return null
  return (
    <Link to={answer.to} onMouseDown={(event) => event.preventDefault()} onClick={close}>
      Lo que buscás puede estar en {answer.name}
    </Link>
  )
}

function answerOf(words: string): { name: string; to: string } | undefined {
  const code = lotCodeIn(words)
  if (code) return { name: `el lote ${code}`, to: paths.lot(code) }
  switch (serviceAsked(words)) {
    case 'warranty':
      return { name: 'la garantía', to: paths.warranty() }
    case 'germination':
      return { name: 'la guía para germinar', to: paths.germination() }
    case 'lots':
      return { name: 'los lotes', to: paths.lots() }
    case 'shipping':
      return pageOf('envios') ?? pageOf('preguntas')
    case 'questions':
      return pageOf('preguntas') ?? pageOf('envios')
    default:
      return undefined
  }
}

/** What the shop has published is linked below each page. */
function pageOf(slug: PageSlug) {
  const to = pagePath(slug)
  return document.querySelector(`.legal-links a[href="${to}"]`)
    ? { name: `«${PAGE_NAME[slug]}»`, to }
    : undefined
}
