import { useQuery } from '@tanstack/react-query'
import { PAGE_NAME, pagePath } from '../../contract/legal/page-rules.ts'
import { shopSettings } from '../data/queries.ts'

/** How the shop sends and is paid, in the first sentence of its page about it; nothing before that is published. */
export function ShippingLine({ className }: { className?: string }) {
  const shipping = useQuery(shopSettings()).data?.shipping
  if (!shipping) return null
  return (
    <p className={className}>
      <a href={pagePath('envios')}>{PAGE_NAME.envios}</a>: {shipping}
    </p>
  )
}
