/** What stands in for a page that cannot be loaded (decision 0028). */
export const OFFLINE_PAGE = '/sin-conexion'
export const OFFLINE_WORKER = '/offline-worker.js'
/** The worker's cache, which holds that page alone. */
export const OFFLINE_CACHE = 'sin-conexion'
