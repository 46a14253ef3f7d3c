/** Roles of staff. Four fixed ones are enough for a shop of one to five people. */
export const ROLES = ['owner', 'sales', 'stock', 'read'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABEL: Record<Role, string> = {
  owner: 'Dueño',
  sales: 'Ventas',
  stock: 'Stock',
  read: 'Lectura',
}

/** Shown where a role is chosen. */
export const ROLE_HINT: Record<Role, string> = {
  owner: 'Todo: catálogo, precios, ajustes y usuarios',
  sales: 'Atiende pedidos, pagos, reclamos y pedidos de acceso; ve los clientes',
  stock: 'Lleva el stock y prepara pedidos, sin ver el monto de los pedidos ni datos de contacto',
  read: 'Mira pedidos, reclamos, clientes y reportes, sin cambiar nada',
}

/** `everything` is for owners only; calls that declare no right need it. `todo`: sees the lists of open work. */
export const RIGHTS = [
  'everything',
  'todo',
  'catalog_read',
  'stock_read',
  'stock_write',
  'orders_read',
  'orders_write',
  'claims_read',
  'claims_write',
  'customers_read',
  'reports_read',
  'access',
  'packing',
] as const
export type Right = (typeof RIGHTS)[number]

const READS = ['catalog_read', 'stock_read'] as const
const READS_CUSTOMERS = [...READS, 'orders_read', 'claims_read', 'customers_read'] as const

export const RIGHTS_OF: Record<Role, readonly Right[]> = {
  owner: RIGHTS,
  sales: ['todo', ...READS_CUSTOMERS, 'orders_write', 'claims_write', 'access'],
  stock: ['todo', ...READS, 'stock_write', 'packing'],
  read: [...READS_CUSTOMERS, 'reports_read'],
}

/** Null stands for a customer. */
export function roleCan(role: Role | null, right: Right): boolean {
  return role !== null && RIGHTS_OF[role].includes(right)
}

export const LAST_OWNER = 'Tiene que quedar al menos un dueño activo'
