import { useQuery } from '@tanstack/react-query'
import { shopSettings } from '../data/queries.ts'

/** The name of the shop; empty while its settings cannot be loaded. */
export function useShopName(): string {
  return useQuery(shopSettings()).data?.shop_name ?? ''
}
