/** Most restock notices of one account. */
export const MAX_NOTICES = 20

export const ALREADY_IN_STOCK = 'Ya hay stock.'
export const NOTICES_FULL = `Hay ${MAX_NOTICES} avisos pedidos: es el máximo`
export const NOTICES_OFF = 'La tienda no manda avisos de stock por ahora'
