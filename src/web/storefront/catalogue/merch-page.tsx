import { listLoader } from './list-loader.ts'
import { ProductListScreen } from './product-list-screen.tsx'

/** `/merch`: the screen of the catalogue for merchandise. */
export const loader = listLoader(true)

export default function MerchPage() {
  return (
    <ProductListScreen
      merch
      heading="Merch"
      description="Lo que la tienda hace además de semillas, con fotos, medidas y tamaños."
    />
  )
}
