import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { IdParams, JsonId } from '../text.ts'
import { MAX_LOCAL_FAVORITES } from './choosing.ts'

/** Ids of products that are shown, newest first. */
const Favorites = z.object({ ids: z.array(z.int()) })

/** Always the caller's own: no address names another account. */
export const listFavorites = endpoint(calls.listFavorites, {
  summary: 'The favourites of the caller',
  access: 'customer',
  reply: reply(Favorites),
})

/** NOT_FOUND for a product that is not shown, LIMIT_REACHED above 200. Idempotent; answers all of them. */
export const addFavorite = endpoint(calls.addFavorite, {
  summary: 'Keep a product',
  access: 'customer',
  params: IdParams,
  reply: reply(Favorites),
})

/** Succeeds without it too. */
export const dropFavorite = endpoint(calls.dropFavorite, {
  summary: 'Keep a product no longer',
  access: 'customer',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** What a browser kept before the sign-in. Products that are not shown and those above 200 are left out; answers all. */
export const mergeFavorites = endpoint(calls.mergeFavorites, {
  summary: 'Keep several products',
  access: 'customer',
  body: z.object({
    ids: z.array(JsonId).max(MAX_LOCAL_FAVORITES, `Se suman hasta ${MAX_LOCAL_FAVORITES} favoritos a la vez`),
  }),
  reply: reply(Favorites),
})
