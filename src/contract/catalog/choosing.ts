/** Limits and texts of comparing and of favourites, for browser and server. */

/** Most products side by side. */
export const MAX_COMPARED = 4
export const COMPARED_FULL = `Se comparan hasta ${MAX_COMPARED}. Quitá una para sumar otra.`

/** Most favourites of an account, and of a browser without one. */
export const MAX_FAVORITES = 200
export const MAX_LOCAL_FAVORITES = 100
export const favoritesFull = (most: number) =>
  `Ya hay ${most} favoritos: es el máximo. Quitá uno para sumar otro.`
