import { listLoader } from './list-loader.ts'
import { ProductListScreen } from './product-list-screen.tsx'

/** `/productos`: all seeds, filtered by the address. */
export const loader = listLoader(false)

export default function CataloguePage() {
  return (
    <ProductListScreen
      heading="Catálogo de semillas"
      description="Semillas de cannabis feminizadas, automáticas y regulares: genotipo, floración, rendimiento y presentaciones de cada variedad."
    />
  )
}
