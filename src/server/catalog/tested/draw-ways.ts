import { PAGE_NAME, pagePath } from '../../../contract/legal/page-rules.ts'
import { shopChatLink } from '../../../contract/chat-link.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { escapeHtml } from '../../escape.ts'

interface Listed {
  name: string
  is_seeds: boolean
}

const GUARANTEE =
  'Garantía de germinación: ¿una semilla no abrió? <a href="/garantia">Mandanos fotos y la revisamos</a>. Antes de sembrar, leé la <a href="/como-germinar">Guía de Germinación</a>.'

/** What a buyer asks before ordering: guarantee, shipping and payment, and where to ask about this product. */
export function drawWays(
  { name, is_seeds }: Listed,
  shop: Pick<PublicSettings, 'shipping' | 'whatsapp'>,
): string {
  const { shipping, whatsapp } = shop
  const ask = shopChatLink(whatsapp, `Hola, tengo una pregunta sobre ${name}.`)
  const ways = [
    is_seeds && `<li class="product-way masked by-guarantee">${GUARANTEE}</li>`,
    shipping &&
      `<li class="product-way masked by-shipping"><a href="${pagePath('envios')}">${PAGE_NAME.envios}</a>: ${escapeHtml(shipping)}</li>`,
    whatsapp &&
      `<li class="product-way masked by-question"><a href="${escapeHtml(ask)}" rel="noopener">Preguntar por WhatsApp</a></li>`,
  ].filter(Boolean)
  return ways.length === 0 ? '' : `<ul class="product-ways">${ways.join('')}</ul>`
}
