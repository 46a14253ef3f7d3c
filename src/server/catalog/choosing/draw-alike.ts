import { type ProductType, TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import { escapeHtml } from '../../escape.ts'
import type { Alike } from './likeness.ts'

interface Brief {
  id: number
  name: string
  type: ProductType
  image: string | null
}

/** Products like the one of the page, each with what it has in common with it; '' without one. */
export function drawAlike(alike: Alike[], products: Brief[]): string {
  const items = alike.flatMap(({ id, shared }) => {
    const product = products.find((one) => one.id === id)
    return product
      ? [
          `<li><a class="surface" href="/producto/${id}">${pictureOf(product)}${wordsOf(product, shared)}</a></li>`,
        ]
      : []
  })
  if (items.length === 0) return ''
  return `<section class="alike stack-3" aria-labelledby="parecidas"><h2 id="parecidas">Te puede gustar</h2><ul class="stack-3">${items.join('')}</ul></section>`
}

function pictureOf({ image }: Brief): string {
  if (image === null) return '<i></i>'
  const small = image.replace(/\/\d+\.(webp|avif)$/, '/320.$1')
  return `<img src="${escapeHtml(small)}" alt="" width="72" height="90" loading="lazy" decoding="async">`
}

function wordsOf({ name, type }: Brief, shared: string[]): string {
  return `<span><b>${escapeHtml(name)}</b><small class="note">${TYPE_BADGE[type]}. Se parece en: ${escapeHtml(shared.join(', '))}</small></span>`
}
