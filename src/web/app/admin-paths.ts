import { type AdminPrefix, withQuery } from './paths.ts'

export interface AdminProductSearch {
  search?: string | undefined
  type?: string | undefined
  stock?: string | undefined
  availability?: string | undefined
  edition?: string | undefined
  priceStatus?: string | undefined
}

interface AdminReportSearch {
  ver?: string | undefined
  desde?: string
  hasta?: string
  por?: string | undefined
  base?: string | undefined
}

/** Query of the stock and lot lists. */
interface AdminUnitSearch {
  /** Opens the dialog of a new one. */
  nuevo?: 1
  search?: string
  state?: string | undefined
  page?: number | undefined
}

interface AdminCountSearch extends Pick<AdminUnitSearch, 'search' | 'page'> {
  view?: string | undefined
}

/** Query of the labels screen. */
export interface AdminLotSearch {
  ver?: 'etiquetas'
  presentacion?: number | undefined
  cantidad?: number | undefined
  papel?: string | undefined
}

interface OrderSearch {
  status?: string
  search?: string
  orderId?: number
  next?: string
}

/** The addresses of the panel under one of its prefixes. */
export function adminPaths(prefix: AdminPrefix) {
  return {
    products: (search: AdminProductSearch = {}) => withQuery(`${prefix}/productos`, search),
    newProduct: (search: { copia?: number } = {}) => withQuery(`${prefix}/productos/nuevo`, search),
    editProduct: (id: number) => `${prefix}/productos/editar/${id}`,
    todo: () => `${prefix}/para-hacer`,
    orders: (search: OrderSearch = {}) => withQuery(`${prefix}/pedidos`, search),
    mails: (search: { estado?: string; pedido?: number } = {}) => withQuery(`${prefix}/mensajes`, search),
    packing: () => `${prefix}/preparacion`,
    printPacking: (search: { papel?: string } = {}) => withQuery(`${prefix}/preparacion/imprimir`, search),
    order: (id: number) => `${prefix}/pedidos/${id}`,
    newOrder: () => `${prefix}/pedidos/nuevo`,
    printOrders: (ids: readonly number[], search: { doc?: string; papel?: string; precios?: string } = {}) =>
      withQuery(`${prefix}/pedidos/imprimir`, { ids: ids.join(','), ...search }),
    activity: () => `${prefix}/actividad`,
    banks: () => `${prefix}/bancos`,
    newBank: () => `${prefix}/bancos/nuevo`,
    editBank: (id: number) => `${prefix}/bancos/editar/${id}`,
    brands: () => `${prefix}/marcas`,
    claims: (search: { status?: string; search?: string } = {}) => withQuery(`${prefix}/garantias`, search),
    access: (search: { estado?: string } = {}) => withQuery(`${prefix}/solicitudes`, search),
    pages: (search: { pagina?: string } = {}) => withQuery(`${prefix}/paginas`, search),
    regrets: (search: { status?: string } = {}) => withQuery(`${prefix}/arrepentimientos`, search),
    prices: (search: { ver?: 'programados' | 'historial' | 'planilla' | undefined; ids?: string } = {}) =>
      withQuery(`${prefix}/precios`, search),
    reports: (search: AdminReportSearch = {}) => withQuery(`${prefix}/reportes`, search),
    stock: (search: AdminUnitSearch = {}) => withQuery(`${prefix}/stock`, search),
    stockCount: (search: AdminCountSearch = {}) => withQuery(`${prefix}/stock/recuento`, search),
    lots: (search: AdminUnitSearch = {}) => withQuery(`${prefix}/lotes`, search),
    lot: (id: number, search: AdminLotSearch = {}) => withQuery(`${prefix}/lotes/${id}`, search),
    users: (
      search: {
        username?: string
        email?: string
        status?: string
        user_type?: string
        page?: number
        nuevo?: 1
      } = {},
    ) => withQuery(`${prefix}/usuarios`, search),
    user: (id: number) => `${prefix}/usuarios/${id}`,
    banners: () => `${prefix}/banners`,
    identity: () => `${prefix}/identidad`,
    settings: (search: { mensaje?: string } = {}) => withQuery(`${prefix}/ajustes`, search),
  }
}
export type AdminPaths = ReturnType<typeof adminPaths>
