import type { Call } from '../endpoint.ts'
import type * as replacement from './replacement.ts'
import type * as warranty from './warranty.ts'

export const replaceClaimed: Call<typeof replacement, 'replaceClaimed'> =
  'POST /warranty-claims/:id/replacement/'

export const fileClaim: Call<typeof warranty, 'fileClaim'> = 'POST /warranty-claims/'
export const listClaims: Call<typeof warranty, 'listClaims'> = 'GET /warranty-claims/'
export const downloadClaims: Call<typeof warranty, 'downloadClaims'> = 'GET /warranty-claims/csv/'
export const countClaims: Call<typeof warranty, 'countClaims'> = 'GET /warranty-claims/counts/'
export const getClaim: Call<typeof warranty, 'getClaim'> = 'GET /warranty-claims/:id/'
export const changeClaim: Call<typeof warranty, 'changeClaim'> = 'PATCH /warranty-claims/:id/'
