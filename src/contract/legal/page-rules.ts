import { missing, tooLong } from '../sentences.ts'

/** Text pages that the owner writes. Their addresses are fixed, so that none can hide a screen of the shop. */
export const PAGE_SLUGS = ['terminos', 'privacidad', 'envios', 'preguntas'] as const
export type PageSlug = (typeof PAGE_SLUGS)[number]

/** The page about the browser's storage has no text to write: `stored-here.ts`. */
export const COOKIES_PATH = '/legales/cookies'

/** Link text, and the title while the page loads. */
export const PAGE_NAME: Record<PageSlug, string> = {
  terminos: 'Términos',
  privacidad: 'Privacidad',
  envios: 'Envíos y pagos',
  preguntas: 'Preguntas',
}

export const TITLE_LENGTH = 120
export const BODY_LENGTH = 50_000
const TITLE = 'El título'
const BODY = 'El texto'

export function pagePath(slug: PageSlug): string {
  return `/legales/${slug}`
}

const NOT_ACCEPTED = 'Para publicarla falta confirmar que el texto se revisó'

interface TypedPage {
  title: string
  body: string
  is_published: boolean
  is_accepted: boolean
}

/** `gaps`: the parts of the draft that only the shop can fill in, such as «completar». */
export function pageErrors(
  { title, body, is_published, is_accepted }: TypedPage,
  gaps: readonly string[],
): { [Field in keyof TypedPage]: string | undefined } {
  const gap = is_published ? gaps.find((one) => body.includes(one)) : undefined
  return {
    is_published: undefined,
    is_accepted: is_published && !is_accepted ? NOT_ACCEPTED : undefined,
    title:
      title.trim() === ''
        ? missing(TITLE)
        : title.length > TITLE_LENGTH
          ? tooLong(TITLE, TITLE_LENGTH)
          : undefined,
    body:
      body.trim() === ''
        ? missing(BODY)
        : body.length > BODY_LENGTH
          ? tooLong(BODY, BODY_LENGTH)
          : gap && `Para publicarla falta completar ${gap}`,
  }
}

export const PAGE_TITLE_NAME = TITLE
export const PAGE_BODY_NAME = BODY
