import { useQuery } from '@tanstack/react-query'
import { discountBadge, formatPesos } from '../../../contract/money.ts'
import { bestDiscount } from '../../../contract/catalog/presentations.ts'
import { LIMITED_EDITION } from '../../../contract/catalog/product-types.ts'
import { Picture } from '../../ui/picture.tsx'
import { parseAmount, parsePercent } from '../../../contract/amounts.ts'
import { adminBrands } from '../brands/brands-query.ts'
import { sizesText } from './product-words.ts'
import { StockBadge, TypeBadge } from './product-rows.tsx'
import { clampDiscount, finalPriceOf, hasPrice, type ProductDraft } from './product-draft.ts'
import { Panel } from '../shell/panel.tsx'

/** The catalogue's card with the form's values. */
export function ProductPreview({ draft }: { draft: ProductDraft }) {
  const { data: brands = [] } = useQuery(adminBrands())
  const stock = draft.blisters.reduce((sum, blister) => sum + (parseAmount(blister.stock) ?? 0), 0)
  const brand = brands.find(({ id }) => String(id) === draft.brand_id)?.name
  return (
    <Panel title="Vista previa">
      <div className={`preview-card ${draft.available ? '' : 'is-hidden'}`}>
        <PreviewPicture draft={draft} />
        <p className="preview-name">{draft.name.trim() || 'Nombre del producto'}</p>
        <p className="genotype">{draft.type === 'merch' ? sizesText(draft) : draft.genotype}</p>
        <p className="preview-facts">
          {[brand, draft.type !== 'merch' && draft.thc && `THC ${draft.thc}`].filter(Boolean).join(' · ')}
        </p>
        <p className="preview-price">{priceWords(draft)}</p>
      </div>
      <p className="note wrap-2">
        <StockBadge stock={stock} />
        {!draft.available && <span>Los clientes no lo ven: no está disponible.</span>}
      </p>
    </Panel>
  )
}

function PreviewPicture({ draft }: { draft: ProductDraft }) {
  const discount = bestDiscount(
    draft.blisters.map((blister) => ({
      stock: parseAmount(blister.stock) ?? 0,
      discount: clampDiscount(parsePercent(blister.discount) ?? 0),
    })),
  )
  return (
    <div className="preview-picture">
      <Picture src={draft.images[0]} alt="" sizes="260px" widths={[320, 480, 640]} width={480} height={600} />
      <span className="preview-badges">
        <TypeBadge type={draft.type} asInShop />
        {discount > 0 && <span className="badge sale">{`−${discountBadge(discount)} %`}</span>}
        {draft.limited_edition && <span className="badge lim">{LIMITED_EDITION}</span>}
      </span>
    </div>
  )
}

/** The lowest price, as in the catalogue. */
function priceWords(draft: ProductDraft): string {
  const prices = draft.blisters.filter(hasPrice).flatMap((blister) => finalPriceOf(blister) ?? [])
  if (prices.length === 0) return 'Sin precio por ahora'
  const lowest = Math.min(...prices)
  return `${new Set(prices).size > 1 ? 'desde ' : ''}${formatPesos(lowest)}`
}
