import { Dna, ExternalLink, type LucideIcon, Pencil, Shirt, Sun, Timer, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { type ProductType, TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import { paths } from '../../app/paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { cutDescription, presentationsOf, priceRange, productFoundBy, stockWords } from './product-words.ts'
import { type Flag, FLAGS, type ProductFlags } from './use-product-flags.ts'
import { RowProblem } from '../kit/problem.tsx'
import { Needs, useMay } from '../shell/rights.tsx'
import { Switch } from '../shell/switch.tsx'
import '../kit/lists.css'

interface RowProps {
  products: Product[]
  flags: ProductFlags
  selected: ReadonlySet<number>
  /** `range`: from the last selected one to this one. */
  onSelect: (id: number, range: boolean) => void
  onDelete: (product: Product) => void
  /** The searched words. */
  search: string
}

type OneProps = Omit<RowProps, 'products'> & { product: Product }

export function ProductCard({ product, flags, selected, onSelect, onDelete, search }: OneProps) {
  return (
    <li data-row tabIndex={-1} aria-label={product.name} className="admin-product-card">
      <div className="admin-product-picture">
        <Thumbnail product={product} sizes="96px" />
        <Chooser {...{ product, selected, onSelect }} />
      </div>
      <div className="admin-product-words">
        <h2 className="admin-product-name">{product.name}</h2>
        <p className="admin-product-brand note">{product.brand ?? 'Sin marca'}</p>
        <Found product={product} search={search} />
        <p className="admin-product-description note">{cutDescription(product.description)}</p>
        <p className="admin-product-price">
          {priceRange(product)}
          <span className="admin-product-presentations note">{presentationsOf(product)}</span>
        </p>
        <p className="admin-product-badges">
          <TypeBadge type={product.type} />
          <StockBadge stock={product.stock} />
          {!product.available && <span className="badge">No disponible</span>}
        </p>
      </div>
      <div className="admin-product-switches">
        {FLAGS.map(({ flag, label }) => (
          <FlagSwitch key={flag} {...{ product, flag, label, flags }} />
        ))}
        <RowProblem problem={flags.problemOf(product.id)} />
      </div>
      <div className="admin-product-actions">
        <Actions product={product} onDelete={onDelete} withWords />
      </div>
    </li>
  )
}

export function ProductTable({ products, ...row }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div className="admin-table-frame" role="group" aria-label="Tabla de productos" tabIndex={0}>
      <table className="admin-table admin-product-table">
        <caption className="visually-hidden">Productos</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Elegir</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">Imagen</span>
            </th>
            <th scope="col">Nombre, marca y tipo</th>
            <th scope="col">Precio</th>
            <th scope="col">Stock</th>
            {FLAGS.map(({ flag, label }) => (
              <th key={flag} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Acciones</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.id} data-row tabIndex={-1}>
              <Cells product={product} {...row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Found({ product, search }: Pick<OneProps, 'product' | 'search'>) {
  const text = productFoundBy(product, search)
  return text && <span className="admin-product-brand note">{text}</span>
}

function Cells({ product, flags, selected, onSelect, onDelete, search }: OneProps) {
  return (
    <>
      <td>
        <Chooser {...{ product, selected, onSelect }} />
      </td>
      <td>
        <Thumbnail product={product} sizes="48px" />
      </td>
      <th scope="row">
        {product.name}
        <span className="admin-product-brand note">
          {`${product.brand ?? 'Sin marca'} · ${ADMIN_TYPE_LABEL[product.type]}`}
        </span>
        <Found product={product} search={search} />
        <RowProblem problem={flags.problemOf(product.id)} />
      </th>
      <td className="admin-product-prices">
        {priceRange(product)}
        <span className="admin-product-presentations note">{presentationsOf(product)}</span>
      </td>
      <td>
        <StockBadge stock={product.stock} />
      </td>
      {FLAGS.map(({ flag, label }) => (
        <td key={flag}>
          <FlagSwitch {...{ product, flag, label, flags }} bare />
        </td>
      ))}
      <td>
        <div className="admin-table-actions">
          <Actions product={product} onDelete={onDelete} />
        </div>
      </td>
    </>
  )
}

/** `bare`: without its label, which is in the table's column. */
function FlagSwitch({
  product,
  flag,
  label,
  flags,
  bare = false,
}: Pick<OneProps, 'product' | 'flags'> & { flag: Flag; label: string; bare?: boolean }) {
  const may = useMay()
  const isBusy = flags.isBusy(product.id, flag)
  return (
    <Switch
      isOn={product[flag]}
      text={bare ? undefined : label}
      className={bare ? 'admin-switch-bare' : undefined}
      aria-label={`${label}, ${product.name}`}
      disabled={!may('everything')}
      aria-disabled={isBusy || undefined}
      onClick={() => flags.flip(product, flag)}
    />
  )
}

function Thumbnail({ product, sizes }: { product: Product; sizes: string }) {
  return <Picture src={product.image} alt="" sizes={sizes} widths={[320, 480]} width={320} height={400} />
}

function Chooser({ product, selected, onSelect }: Pick<OneProps, 'product' | 'selected' | 'onSelect'>) {
  const may = useMay()
  const choose = (event: MouseEvent) => onSelect(product.id, event.shiftKey)
  if (!may('everything')) return null
  return (
    <label className="admin-product-chooser">
      <input
        type="checkbox"
        data-key="x"
        aria-label={`Elegir ${product.name}`}
        checked={selected.has(product.id)}
        readOnly
        onClick={choose}
      />
    </label>
  )
}

function Actions({
  product,
  onDelete,
  withWords = false,
}: Pick<OneProps, 'product' | 'onDelete'> & { withWords?: boolean }) {
  const admin = useAdminPath()
  const { search } = useLocation()
  const look = withWords ? 'button secondary' : 'button quiet icon-only'
  return (
    <>
      <Needs right="everything">
        {/* `e` and Enter both open the form, the only screen of a product here. */}
        <Link
          className={look}
          to={admin.editProduct(product.id)}
          state={{ from: search }}
          data-key="Enter e"
          title="Editar (e)"
        >
          <Pencil aria-hidden="true" size={18} />
          <span className={withWords ? '' : 'visually-hidden'}>Editar</span>
          <span className="visually-hidden">{` ${product.name}`}</span>
        </Link>
      </Needs>
      <Link
        className={withWords ? 'button quiet admin-product-look' : look}
        to={paths.product(product.id)}
        title="Publicación"
      >
        <ExternalLink aria-hidden="true" size={18} />
        <span className={withWords ? '' : 'visually-hidden'}>Publicación</span>
        <span className="visually-hidden">{` de ${product.name}`}</span>
      </Link>
      <Needs right="everything">
        <button
          type="button"
          className="button quiet icon-only"
          data-key="Delete"
          aria-label={`Eliminar ${product.name}`}
          title="Eliminar (Supr)"
          onClick={() => onDelete(product)}
        >
          <Trash2 aria-hidden="true" size={18} />
        </button>
      </Needs>
    </>
  )
}

const ICON: Record<ProductType, LucideIcon> = { auto: Timer, fem: Sun, reg: Dna, merch: Shirt }

/** `asInShop`: with the label of the storefront. */
export function TypeBadge({ type, asInShop = false }: { type: ProductType; asInShop?: boolean }) {
  const Icon = ICON[type]
  return (
    <span className={`badge ${type}`}>
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
      {asInShop ? TYPE_BADGE[type] : ADMIN_TYPE_LABEL[type]}
    </span>
  )
}

export function StockBadge({ stock }: { stock: number }) {
  const { tone, text } = stockWords(stock)
  return <span className={`badge ${tone}`}>{text}</span>
}
