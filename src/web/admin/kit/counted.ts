import { formatNumber } from '../../../contract/place.ts'

/** '1 producto', '1.200 productos'. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`
}
