import type { Category } from '../../../contract/catalog/categories.ts'
import { addressOf, type CatalogueAddress, listTitle } from './catalogue-search.ts'
import { PageHead, UnlistedHead } from '../../app/page-head.tsx'

interface ListHeadProps {
  heading: string
  description: string
  asked: CatalogueAddress
  pages: number
  /** Nothing is listed, e.g. offers without an account: search engines must not index it. */
  isEmpty: boolean
}

/** Head of a catalogue or merch page. Searches and empty lists are hidden from search engines. */
export function ListHead({ heading, description, asked, pages, isEmpty }: ListHeadProps) {
  const words = wordsOf(asked, { title: heading, description })
  const title = listTitle(words.title, asked.page, pages)
  const snippet =
    asked.page > 1 ? `Página ${asked.page} de ${pages}. ${words.description}` : words.description
  if (isEmpty || asked.search + asked.facets !== '' || asked.category === 'ofertas') {
    return <UnlistedHead title={title} description={snippet} follow />
  }
  const path = addressOf({ ...asked, search: '', priceRange: undefined, ordering: undefined })
  return <PageHead title={title} description={snippet} path={path} />
}

interface Words {
  title: string
  description: string
}

function wordsOf({ merch, category }: CatalogueAddress, all: Words): Words {
  if (category === undefined) return all
  const title = TITLES[category]
  if (merch) {
    return { title: `${all.title}: ${title.toLowerCase()}`, description: `${title}: ${all.description}` }
  }
  return {
    title,
    description: `${title}: genotipo, floración, rendimiento y presentaciones de cada variedad.`,
  }
}

const TITLES: Record<Category, string> = {
  ofertas: 'Ofertas',
  automaticas: 'Semillas automáticas',
  Fotoperiodicas: 'Semillas fotoperiódicas feminizadas',
  regulares: 'Semillas regulares',
  limitada: 'Ediciones limitadas',
}
